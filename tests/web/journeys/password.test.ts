import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { field } from "../support/controls.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDeskWithNewPages()

const signIn = async (visitor: Visitor, email: string, secret: string): Promise<void> => {
  await field(visitor, "Email").fill(email)
  await field(visitor, "Password").fill(secret)
  await visitor.press("Enter")
}

/** The link in the newest email to an address, reduced to the console's path. */
const linkTo = async (email: string): Promise<string | null> => {
  const token = await desk.server.enter("acme", Role.id.SuperAdmin)
  const { json } = await desk.server.fetch("/api/outbox", { token })
  const mails = (json as { data: ReadonlyArray<{ to: string; body: string }> }).data
  const body = mails.find(({ to }) => to === email)?.body ?? ""
  return /\/setpassword\?uid=[\w-]+/.exec(body)?.[0] ?? null
}

describe("a forgotten password", () => {
  it("is requested, mailed and reset, and then signs in; the link works once and leaves the URL", async () => {
    const email = emailOf(companies.acme, Role.id.Personnel)
    const visitor = await desk.visit({ path: "/forgotpassword" })
    visitor.expects(/410/, /401/)
    await field(visitor, "Email").fill(email)
    await visitor.press("Enter")
    await visitor.reads("ask a Super Admin for its reset link.")
    await expect.poll(() => linkTo(email)).not.toBeNull()
    const link = (await linkTo(email)) ?? expect.unreachable()
    await visitor.goTo(link)
    await visitor.page.waitForURL((url) => url.pathname === "/setpassword" && url.search === "")
    // A reload keeps everything, even though the uid is no longer in the URL.
    await visitor.page.reload()
    await visitor.page.getByRole("button", { name: "Submit" }).waitFor()
    expect(await visitor.page.getByRole("link", { name: "Request a new link" }).count()).toBe(0)
    await field(visitor, "New password").fill("a new horse")
    await field(visitor, "Confirm password").fill("a new horse")
    await visitor.press("Enter")
    await visitor.isAt("/signin")
    await visitor.reads("Your password is set.")
    await signIn(visitor, email, password)
    await visitor.reads("Email or password is wrong.")
    await signIn(visitor, email, "a new horse")
    await visitor.sees("Dashboard")
    await visitor.goTo(link)
    await field(visitor, "New password").fill("another horse")
    await field(visitor, "Confirm password").fill("another horse")
    await visitor.press("Enter")
    await visitor.reads("Your link has expired.")
  })
})

describe("a password link", () => {
  it("opened where someone else is signed in says so, and never continues as them unasked", async () => {
    const email = emailOf(companies.acme, Role.id.CallCenterAgent)
    const visitor = await desk.visit({ path: "/forgotpassword" })
    await field(visitor, "Email").fill(email)
    await visitor.press("Enter")
    await visitor.reads("ask a Super Admin for its reset link.")
    await expect.poll(() => linkTo(email)).not.toBeNull()
    const admin = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await admin.sees("Dashboard")
    await admin.goTo((await linkTo(email)) ?? expect.unreachable())
    await field(admin, "New password").fill("a new horse")
    await field(admin, "Confirm password").fill("a new horse")
    await admin.press("Enter")
    await admin.reads("This browser is still signed in as Admin acme.")
    await admin.isAt("/setpassword")
    expect(await unsound(admin.page)).toEqual([])
    await admin.page.getByRole("link", { name: "Go to Lockdesk as Admin acme" }).click()
    await admin.isAt("/dashboard")
  })
})

describe("the redirect after sign-in", () => {
  it("keeps a facility transfer's token", async () => {
    const visitor = await desk.visit({ path: "/Account/FacilityTransfer/?token=abc-123" })
    // No such offer exists, and the screen says so.
    visitor.expects(/404/)
    await visitor.isAt("/signin?token=abc-123".replace(/\?.*/, ""))
    expect(new URL(visitor.page.url()).search).toBe("?token=abc-123")
    await signIn(visitor, emailOf(companies.acme, Role.id.Admin), password)
    await visitor.sees("Facility transfer")
    expect(new URL(visitor.page.url()).search).toBe("?token=abc-123")
  })

  it.each([
    "https://evil.example/",
    "//evil.example/x",
    "/\\evil.example",
    "/signin?redirect=/locks",
    "javascript:alert(1)"
  ])("never leads to %s", async (redirect) => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: `/signin?redirect=${encodeURIComponent(redirect)}`
    })
    await visitor.isAt("/dashboard")
  })

  it("survives switching from Log In to Sign Up and back", async () => {
    const visitor = await desk.visit({ path: "/team/users" })
    await visitor.isAt("/signin")
    await visitor.does("auth.showSignUp").first().click()
    await visitor.sees("Create Account")
    await visitor.reads(/Sign-up isn't available yet/)
    await visitor.does("auth.showSignIn").first().click()
    await signIn(visitor, emailOf(companies.acme, Role.id.Owner), password)
    await visitor.isAt("/team/users")
  })
})

describe("another tab", () => {
  it("where another user signs in takes this tab along, and leaves nothing of the previous user", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities" })
    visitor.expects(/401/, /hub/i, /WebSocket/, /ERR_/)
    await visitor.sees("Facilities")
    const token = await desk.server.enter(companies.other, Role.id.Vendor)
    const other = await visitor.newTab("/dashboard")
    await other.evaluate((value) => localStorage.setItem("authorization", value), token)
    await visitor.isAt("/dashboard")
    await visitor.reads(/You're now signed in as .*\./)
    await visitor.page.locator(".company-name", { hasText: companies.other }).waitFor()
  })
})
