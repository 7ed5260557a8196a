import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Wrong passwords of one email before it has to wait. */
const signInsAllowed = 3

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ limits: { signInPerEmail: { times: signInsAllowed, seconds: 60 } } })
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

const emailAt = (role: (typeof Role.ids)[number]): string => emailOf(companies.acme, role)
const agent = emailAt(Role.id.CallCenterAgent)

const field = ({ page }: Visitor, label: string) => page.getByLabel(label, { exact: true })

/** Fills the form by mouse and presses its button. */
const signInByMouse = async (visitor: Visitor, email: string, secret: string): Promise<void> => {
  await field(visitor, "Email").click()
  await visitor.page.keyboard.type(email)
  await field(visitor, "Password").click()
  await visitor.page.keyboard.type(secret)
  await visitor.does("auth.login").click()
}

describe("signing in", () => {
  it("by keyboard alone: the email has the focus, Tab goes to the password, Enter sends", async () => {
    const visitor = await desk.visit({ path: "/signin" })
    await visitor.sees("Log In")
    await visitor.page.keyboard.type(agent)
    await visitor.press("Tab")
    await visitor.page.keyboard.type(password)
    await visitor.press("Enter")
    await visitor.sees("Dashboard")
    await visitor.isAt("/dashboard")
  })

  it("by mouse, and goes on to where somebody was going", async () => {
    const visitor = await desk.visit({ path: "/facilities?text=harbor" })
    await visitor.isAt(/^\/signin/)
    await signInByMouse(visitor, agent, password)
    await visitor.isAt(/^\/facilities\?text=harbor/)
    await visitor.sees("Facilities")
    // The way back does not lead to the form any more.
    await visitor.page.goBack()
    await visitor.page.waitForURL((url) => url.pathname !== "/signin")
  })

  it("says what is wrong with each field in the documents' words, and keeps what was typed", async () => {
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

  it("refuses a wrong password without saying which of both is wrong, and in the end says how long to wait", async () => {
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

  it("says that the server is away, and works when it is back", async () => {
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

  it("is remembered when that was asked for, and is over with the browser when not", async () => {
    for (const remember of [true, false]) {
      const visitor = await desk.visit({ path: "/signin" })
      if (remember) await field(visitor, "Remember me").click()
      await signInByMouse(visitor, agent, password)
      await visitor.sees("Dashboard")
      // What a browser keeps when it is closed: its local storage.
      const storageState = await visitor.context.storageState()
      await visitor.context.close()
      const again = await desk.visit({ storageState })
      await again.goTo("/signin")
      await again.sees(remember ? "Dashboard" : "Log In")
    }
  })

  it("leads from the form to a reset link and back, without typing the email again", async () => {
    const visitor = await desk.visit({ path: "/signin" })
    await field(visitor, "Email").fill(agent)
    await visitor.does("auth.showForgotten").click()
    await visitor.isAt("/forgotpassword")
    expect(await field(visitor, "Email").inputValue()).toBe(agent)
    await visitor.does("password.forgot").click()
    await visitor.reads("Check your email for a reset link.")
    await visitor.does("auth.showSignIn").click()
    await visitor.isAt("/signin")
    expect(await field(visitor, "Email").inputValue()).toBe(agent)
  })
})

describe("a reset link", () => {
  it("without its uid cannot be used", async () => {
    const visitor = await desk.visit({ path: "/setpassword" })
    await visitor.reads("Your link has expired.")
    await field(visitor, "New password").fill("another-horse-9")
    await field(visitor, "Confirm password").fill("another-horse-9")
    expect(await visitor.does("password.set").getAttribute("aria-disabled")).toBe("true")
  })

  it("leaves the address at once, wants the password twice, and says when it has expired", async () => {
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

describe("guards", () => {
  it.each([
    { role: Role.id.CallCenterAgent, path: "/locks/activate_locks", to: "/locks/manage_locks" },
    { role: Role.id.Vendor, path: "/team/users", to: "/dashboard" },
    { role: Role.id.RestrictedPersonnel, path: "/locks/inventory", to: "/locks/manage_locks" },
    { role: Role.id.Personnel, path: "/reports", to: "/dashboard" }
  ])("send $role away from $path with 'Access Denied'", async ({ role, path, to }) => {
    const visitor = await desk.visit({ role, path })
    await visitor.isAt(to)
    await visitor.reads("Access Denied")
  })

  it("send who is signed in from the form to the dashboard, and leave an admin where they went", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/signin" })
    await visitor.isAt("/dashboard")
    await visitor.goTo("/team/users")
    await visitor.sees("Users")
    await visitor.isAt("/team/users")
  })

  it("send a session that ended meanwhile to the form, and back after it", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
    visitor.expects(/401/)
    await desk.server.fetch("/api/auth/logout", { method: "POST", token: visitor.token ?? "" })
    await visitor.goTo("/facilities")
    await visitor.isAt(/^\/signin/)
    await signInByMouse(visitor, agent, password)
    await visitor.isAt("/facilities")
  })
})
