import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

describe("the column filters of a list", () => {
  it.each([
    "/locks/manage_locks",
    "/locks/inventory",
    "/facilities",
    "/team/users",
    "/integrations/api_setting",
    "/integrations/facilities",
    "/settings/overlock"
  ])("are kept for %s only, until the user signs out", async (path) => {
    const visitor = await desk.visit({ role: Role.id.Owner, path })
    const { page } = visitor
    const funnels = page.locator(".list-funnel")
    // The last column of the users is a date.
    await (path === "/team/users" ? funnels.first() : funnels.last()).click()
    const field = page
      .getByRole("dialog", { name: /^Filter / })
      .locator("input")
      .first()
    await ((await field.getAttribute("type")) === "checkbox" ? field.check() : field.fill("zz"))
    await visitor.press("Enter")
    await visitor.isAt(/filter=/)
    const { search } = new URL(page.url())
    const filter = new URLSearchParams(search).get("filter")
    await page.reload()
    await visitor.isAt(/filter=/)
    await visitor.goTo("/jobs")
    await visitor.sees("Jobs")
    await visitor.goTo(path)
    await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBe(filter)
    expect(
      Object.keys(JSON.parse((await page.evaluate(() => localStorage.getItem("table filters"))) ?? "{}"))
    ).toHaveLength(1)
    await visitor.signsOut()
    await visitor.isAt(/^\/signin/)
    await page.getByLabel("Email", { exact: true }).fill(emailOf(companies.acme, Role.id.Admin))
    await page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    await visitor.sees("Dashboard")
    await visitor.goTo(path)
    await page.locator(".list-funnel").first().waitFor()
    await page.waitForLoadState("networkidle")
    expect(new URL(page.url()).searchParams.get("filter")).toBeNull()
  })
})
