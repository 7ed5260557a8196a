import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDeskWithNewPages()

const role = Role.id.CallCenterAgent
/** Console errors after a session ends: a call of another tab gets 401, and the live connection closes. */
const ended = [/401/, /hub/i, /WebSocket/]

const stored = (visitor: Visitor) =>
  visitor.page.evaluate(() => ({ local: { ...localStorage }, tab: { ...sessionStorage } }) as const)

describe("signing out", () => {
  it("clears storage except column widths, theme, keys and the scan tone, ends the session, and signs out other tabs", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    visitor.expects(...ended)
    await visitor.sees("Dashboard")
    await visitor.page.evaluate(() => localStorage.setItem("table column widths", '{"locks":{"unit":123}}'))
    await visitor.page.evaluate(() => localStorage.setItem("theme", "dark"))
    await visitor.page.evaluate(() => localStorage.setItem("keys", '{"remapped":{},"letters":false}'))
    await visitor.page.evaluate(() => localStorage.setItem("scan tone", "off"))
    const other = await visitor.newTab("/facilities")
    await other.getByRole("heading", { name: "Facilities" }).waitFor()
    await visitor.signsOut()
    await visitor.isAt(/^\/signin/)
    await other.waitForURL((url) => url.pathname === "/signin")
    const { local, tab } = await stored(visitor)
    expect(JSON.parse(local["table column widths"] ?? "{}")).toMatchObject({ locks: { unit: 123 } })
    expect(local).toMatchObject({ theme: "dark", keys: '{"remapped":{},"letters":false}', "scan tone": "off" })
    expect(Object.keys(local)).not.toContain("authorization")
    expect(Object.keys(tab)).not.toContain("attempted path")
    // The page doesn't wait for the server's response.
    const asked = async () => (await desk.server.fetch("/api/auth/user", { token: visitor.token ?? "" })).status
    await expect.poll(asked).toBe(401)
    // After a deliberate sign-out, the next sign-in starts at the dashboard.
    await visitor.page.getByLabel("Email", { exact: true }).fill(emailOf(companies.acme, Role.id.Admin))
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    await visitor.isAt("/dashboard")
    // The other tab joins the new session.
    await other.waitForURL((url) => url.pathname !== "/signin")
  })

  it("shows the next user nothing of the previous one", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    visitor.expects(...ended)
    await visitor.sees("Dashboard")
    await visitor.synced()
    await visitor.signsOut()
    await visitor.isAt(/^\/signin/)
    await visitor.page.getByLabel("Email", { exact: true }).fill(emailOf(companies.other, Role.id.Admin))
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    await visitor.sees("Dashboard")
    await visitor.openPalette("9000100")
    await visitor.row(/9000.?1007/).waitFor()
    expect(await visitor.row(/4000.?1007/).count()).toBe(0)
  })
})

describe("a session ended elsewhere", () => {
  it("redirects to the form immediately through the live hub, with the documents' message", async () => {
    const visitor = await desk.visit({ role, path: "/facilities" })
    visitor.expects(...ended)
    await visitor.sees("Facilities")
    await visitor.live()
    await desk.server.fetch("/api/auth/logout", { method: "POST", token: visitor.token ?? "" })
    await visitor.isAt(/^\/signin/)
    await visitor.reads("You have been logged out. Please log back in.")
    expect(await visitor.page.locator(".toast").count()).toBe(1)
    await visitor.page.getByLabel("Email", { exact: true }).fill(emailOf(companies.acme, role))
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    await visitor.isAt("/facilities")
  })
})

describe("the theme", () => {
  const theme = (visitor: Visitor) => visitor.page.evaluate(() => document.documentElement.dataset["theme"] ?? "light")

  it("follows the system until the user picks one, applies before the first paint, and survives a reload", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard", colorScheme: "dark" })
    await visitor.sees("Dashboard")
    expect(await theme(visitor)).toBe("dark")
    await visitor.page.emulateMedia({ colorScheme: "light" })
    await expect.poll(() => theme(visitor)).toBe("light")
    await visitor.runs("dark theme")
    await expect.poll(() => theme(visitor)).toBe("dark")
    await visitor.page.reload()
    await visitor.sees("Dashboard")
    expect(await theme(visitor)).toBe("dark")
  })
})
