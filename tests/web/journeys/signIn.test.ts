import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { field } from "../support/controls.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Wrong passwords allowed per email before a wait. */
const signInsAllowed = 3

shareDeskWithNewPages({ limits: { signInPerEmail: { times: signInsAllowed, seconds: 60 } } })

const emailAt = (role: (typeof Role.ids)[number]): string => emailOf(companies.acme, role)
const agent = emailAt(Role.id.CallCenterAgent)

/** Fills in the form by mouse and clicks its button. */
const signInByMouse = async (visitor: Visitor, email: string, secret: string): Promise<void> => {
  await field(visitor, "Email").click()
  await visitor.page.keyboard.type(email)
  await field(visitor, "Password").click()
  await visitor.page.keyboard.type(secret)
  await visitor.does("auth.login").click()
}

describe("sign-in", () => {
  it("works by keyboard only: the email has the focus, Tab moves to the password, Enter submits", async () => {
    const visitor = await desk.visit({ path: "/signin" })
    await visitor.sees("Log In")
    await visitor.page.keyboard.type(agent)
    await visitor.press("Tab")
    await visitor.page.keyboard.type(password)
    await visitor.press("Enter")
    await visitor.sees("Dashboard")
    await visitor.isAt("/dashboard")
  })

  it("works by mouse, and continues to the requested page", async () => {
    const visitor = await desk.visit({ path: "/facilities?text=harbor" })
    await visitor.isAt(/^\/signin/)
    await signInByMouse(visitor, agent, password)
    await visitor.isAt(/^\/facilities\?text=harbor/)
    await visitor.sees("Facilities")
    // Back no longer leads to the form.
    await visitor.page.goBack()
    await visitor.page.waitForURL((url) => url.pathname !== "/signin")
  })

  it.each(["/login", "/sign-in"])("is found at %s, and a signed-in user gets to the dashboard there", async (path) => {
    const visitor = await desk.visit({ path })
    await visitor.sees("Log In")
    await signInByMouse(visitor, agent, password)
    await visitor.isAt("/dashboard")
    const signedIn = await desk.nextVisit({ role: Role.id.Admin, path })
    await signedIn.isAt("/dashboard")
  })

  it("shows each field's error in the documents' words, and keeps the input", async () => {
    const visitor = await desk.visit({ path: "/signin" })
    await visitor.sees("Log In")
    await visitor.press("Enter")
    await visitor.reads("Email is required.")
    await visitor.reads("Password is required.")
    await field(visitor, "Email").fill("agent@nowhere")
    await visitor.reads("Email is invalid")
    await field(visitor, "Email").fill(agent)
    await field(visitor, "Password").fill("12345")
    await visitor.reads("Password must be at least 6 characters")
    await field(visitor, "Password").fill("1".repeat(41))
    await visitor.reads("Password must not exceed 40 characters")
    expect(await field(visitor, "Email").inputValue()).toBe(agent)
  })

  it("refuses a wrong password without saying which field is wrong, and later says how long to wait", async () => {
    const visitor = await desk.visit({ path: "/signin" })
    visitor.expects(/401/, /429/)
    const unlucky = emailAt(Role.id.Vendor)
    await signInByMouse(visitor, unlucky, "wrong-password")
    await visitor.reads("Email or password is wrong.")
    expect(await field(visitor, "Email").inputValue()).toBe(unlucky)
    expect(await field(visitor, "Password").inputValue()).toBe("wrong-password")
    const unknown = await desk.visit({ path: "/signin" })
    unknown.expects(/401/)
    await signInByMouse(unknown, "nobody@acme.example.com", "wrong-password")
    await unknown.reads("Email or password is wrong.")
    const wait = visitor.page.getByText(/Wait \d+ seconds/).first()
    for (let attempt = 0; attempt < signInsAllowed && !(await wait.isVisible()); attempt++) {
      const answered = visitor.page.waitForResponse(/\/api\/auth\/login/)
      await field(visitor, "Password").press("Enter")
      await answered
    }
    await visitor.reads("Too many requests.")
    await visitor.reads(/Wait \d+ seconds/)
  })

  it("counts down how long to wait if the server is unavailable", async () => {
    const visitor = await desk.visit({ path: "/signin" })
    visitor.expects(/503/)
    const body = JSON.stringify({
      error: "The database is not available.",
      code: "Unavailable",
      data: { what: "database" }
    })
    await visitor.page.route("**/api/auth/login", (route) =>
      route.fulfill({ status: 503, contentType: "application/json", body })
    )
    await signInByMouse(visitor, agent, password)
    await visitor.reads("The database is not available.")
    await visitor.reads(/Wait \d seconds/)
    await visitor.reads("You can try again now.")
  })

  it("reports an offline server, and works when it is back", async () => {
    const visitor = await desk.visit({ path: "/signin", fresh: true })
    visitor.expects(/ERR_/)
    await visitor.sees("Log In")
    desk.proxy.goDown()
    await signInByMouse(visitor, agent, password)
    await visitor.reads("Can't reach the server.")
    desk.proxy.comeBack()
    await visitor.does("auth.login").click()
    await visitor.sees("Dashboard")
  })

  it("is remembered if requested, and otherwise ends with the browser session", async () => {
    for (const remember of [true, false]) {
      const visitor = await desk.nextVisit({ path: "/signin" })
      if (remember) await field(visitor, "Remember me").click()
      await signInByMouse(visitor, agent, password)
      await visitor.sees("Dashboard")
      // A browser whose tabs are closed keeps only its local storage.
      await visitor.page.close()
      const again = await visitor.newTab("/signin")
      await again
        .getByRole("heading", { name: remember ? "Dashboard" : "Log In", exact: true })
        .first()
        .waitFor()
    }
  })

  it("links from the form to a reset link and back, keeping the email", async () => {
    const visitor = await desk.visit({ path: "/signin" })
    await field(visitor, "Email").fill(agent)
    await visitor.does("auth.showForgotten").click()
    await visitor.isAt("/forgotpassword")
    expect(await field(visitor, "Email").inputValue()).toBe(agent)
    await visitor.does("password.forgot").click()
    await visitor.reads("ask a Super Admin for its reset link.")
    await visitor.does("auth.showSignIn").click()
    await visitor.isAt("/signin")
    expect(await field(visitor, "Email").inputValue()).toBe(agent)
  })
})

describe("a reset link", () => {
  it("can't be used without its uid", async () => {
    const visitor = await desk.visit({ path: "/setpassword" })
    await visitor.reads("This page needs the link in your email.")
    // A link that was lost in a reload has not expired.
    expect(await visitor.page.getByText(/expired/).count()).toBe(0)
    await field(visitor, "New password").fill("another-horse-9")
    await field(visitor, "Confirm password").fill("another-horse-9")
    expect(await visitor.does("password.set").getAttribute("aria-disabled")).toBe("true")
  })

  it("leaves the URL immediately, asks for the password twice, and says when it has expired", async () => {
    const visitor = await desk.visit({ path: `/setpassword?uid=${"x".repeat(43)}` })
    visitor.expects(/410/)
    await visitor.page.waitForURL((url) => url.pathname === "/setpassword" && url.search === "")
    await field(visitor, "New password").fill("another-horse-9")
    await field(visitor, "Confirm password").fill("another-horse-8")
    await visitor.press("Enter")
    await visitor.reads("Passwords must match")
    await field(visitor, "Confirm password").fill("another-horse-9")
    await visitor.press("Enter")
    await visitor.reads("Your link has expired.")
    await visitor.does("auth.showForgotten").click()
    await visitor.isAt("/forgotpassword")
  })
})

describe("route guards", () => {
  // Which roles may open which paths: tests/core/navigation/routeRules.test.ts.
  it("redirect a vendor from Users with 'Access Denied'", async () => {
    const visitor = await desk.visit({ role: Role.id.Vendor, path: "/team/users" })
    await visitor.isAt("/dashboard")
    await visitor.reads("Access Denied")
  })

  it("redirect a signed-in user from the form to the dashboard, and let an admin through", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/signin" })
    await visitor.isAt("/dashboard")
    await visitor.goTo("/team/users")
    await visitor.sees("Users")
    await visitor.isAt("/team/users")
  })

  it("redirect an ended session to the form, and back after sign-in", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
    visitor.expects(/401/)
    await desk.server.fetch("/api/auth/logout", { method: "POST", token: visitor.token ?? "" })
    await visitor.goTo("/facilities")
    await visitor.isAt(/^\/signin/)
    await signInByMouse(visitor, agent, password)
    await visitor.isAt("/facilities")
  })
})

describe("a browser", () => {
  const start = async (restrict: () => void): Promise<Visitor> => {
    const visitor = await desk.visit()
    await visitor.page.addInitScript(restrict)
    await visitor.goTo("/signin")
    return visitor
  }

  it("that is too old is named as the reason, instead of a blank page", async () => {
    const visitor = await start(() => {
      Reflect.deleteProperty(Map, "groupBy")
    })
    await visitor.sees("This browser is too old for Lockdesk")
  })

  it("that can't load the console says so, and starts it when the page is reloaded", async () => {
    const visitor = await desk.visit()
    visitor.expects(/ERR_FAILED/)
    await visitor.page.route("**/assets/index-*.js", (route) => route.abort(), { times: 1 })
    await visitor.goTo("/signin")
    await visitor.sees("Lockdesk couldn't start")
    await visitor.page.reload()
    await visitor.sees("Log In")
  })

  it("that blocks storage signs in all the same, until the page is closed", async () => {
    const visitor = await start(() => {
      // As Firefox does if cookies and site data are blocked.
      const refuse = (): never => {
        throw new DOMException("The operation is insecure.", "SecurityError")
      }
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get: refuse })
      Object.defineProperty(globalThis, "BroadcastChannel", {
        value: class {
          constructor() {
            refuse()
          }
        }
      })
      IDBFactory.prototype.open = refuse
    })
    await visitor.sees("Log In")
    await signInByMouse(visitor, emailAt(Role.id.Admin), password)
    await visitor.sees("Dashboard")
    await visitor.synced()
  })
})
