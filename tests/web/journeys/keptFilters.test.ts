import { expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

shareDeskWithNewPages()

/** Going from Manage Locks to another tab of Locks starts all lists fresh, so it comes last. */
const lists = [
  ["/locks/inventory", "Inventory"],
  ["/facilities", "Facilities"],
  ["/team/users", "Users"],
  ["/integrations/api_setting", "API Settings"],
  ["/integrations/facilities", "Facilities in the API"],
  ["/settings/overlock", "Subdomains"],
  ["/locks/manage_locks", "Manage Locks"]
] as const

it("keeps the column filters of each list, across a reload too, until the user signs out", async () => {
  const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
  const { page } = visitor
  const filter = (): string | null => new URL(page.url()).searchParams.get("filter")
  const kept = () => page.evaluate(() => localStorage.getItem("table filters"))
  const set = new Map<string, string | null>()
  for (const [path, heading] of lists) {
    await visitor.opens(path, heading)
    const funnels = page.locator(".list-funnel")
    // The last column of the users is a date.
    await (path === "/team/users" ? funnels.first() : funnels.last()).click()
    const field = page
      .getByRole("dialog", { name: /^Filter / })
      .locator("input")
      .first()
    await ((await field.getAttribute("type")) === "checkbox" ? field.check() : field.fill(`zz ${path}`))
    await visitor.press("Enter")
    await visitor.isAt(new RegExp(`^${path}\\?.*filter=`))
    set.set(path, filter())
  }
  expect(Object.keys(JSON.parse((await kept()) ?? "{}"))).toHaveLength(lists.length)
  await visitor.opens("/jobs", "Jobs")
  await page.reload()
  for (const [path, heading] of lists) {
    await visitor.opens(path, heading)
    await expect.poll(() => [path, filter()]).toEqual([path, set.get(path)])
  }
  await visitor.signsOut()
  await visitor.isAt(/^\/signin/)
  expect(await kept()).toBeNull()
  await page.getByLabel("Email", { exact: true }).fill(emailOf(companies.acme, Role.id.Admin))
  await page.getByLabel("Password", { exact: true }).fill(password)
  await visitor.press("Enter")
  await visitor.sees("Dashboard")
  for (const [path, heading] of lists) {
    await visitor.opens(path, heading)
    await page.locator(".list-funnel").first().waitFor()
    await visitor.isAt(path)
    expect([path, filter()]).toEqual([path, null])
  }
})
