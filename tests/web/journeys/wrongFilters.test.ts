import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

let desk: Desk
beforeAll(async () => {
  desk = (await openDesk()).keepingPages()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

const explanation = ({ page }: Visitor) => page.locator(".wrong-filters")

const opens = async (path: string, role = Role.id.Owner): Promise<Visitor> => {
  const visitor = await desk.visit({ role, path })
  await explanation(visitor).waitFor()
  return visitor
}

describe("a filter in a list's address that the list doesn't have", () => {
  it.each([
    ["/locks/manage_locks", /^No filter named (foo|status|facility)\. Filters: color, serialCode, /],
    ["/locks/inventory", /^No filter named \w+\. Filters: /],
    ["/facilities", /^No filter named \w+\. Filters: /],
    ["/team/users", /^No filter named \w+\. Filters: /],
    ["/integrations/api_setting", /^No filter named \w+\. Filters: /],
    ["/integrations/facilities", /^No filter named \w+\. Filters: /],
    ["/settings/overlock", /^No filter named \w+\. Filters: /],
    ["/locks/process_returned", /^No filter named \w+\. /],
    ["/facilities/drift", /^No filter named \w+\. Filters: search, drift\./],
    ["/jobs", /^No filter named \w+\. This list has no filters\./],
    ["/outbox", /^No filter named \w+\. This list has no filters\./],
    ["/dashboard", /^No filter named \w+\. Filters: fmsSearch, fmsSystem, fmsResult, fmsSort\./]
  ])("is explained on %s, and removed by one click", async (path, words) => {
    for (const search of ["filter=foo:bar", "status=Lost", "filter=facility:nowhere"]) {
      const visitor = await opens(`${path}?${search}`)
      const [text] = await explanation(visitor).locator("p").allInnerTexts()
      expect(text, search).toMatch(words)
      await visitor.page.getByRole("button", { name: "Remove wrong filters" }).click()
      await explanation(visitor).waitFor({ state: "detached" })
      expect(new URL(visitor.page.url()).search).not.toMatch(/foo|Lost|nowhere/)
      await visitor.leave()
    }
  })

  it("is removed by Esc, and the other filters stay", async () => {
    const visitor = await opens("/locks/manage_locks?filter=foo:bar;unitNumber=B&status=Lost")
    expect(await explanation(visitor).locator("p").allInnerTexts()).toEqual([
      expect.stringMatching(/^No filter named foo or status\. Filters: /)
    ])
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.press("Escape")
    await explanation(visitor).waitFor({ state: "detached" })
    await visitor.isAt(/manage_locks\?filter=unitNumber%3DB$/)
  })

  it.each([
    ["/locks/manage_locks?filter=secondaryLockStatus=Lost", /^No Status Lost\. secondaryLockStatus: \d+ \(/],
    ["/locks/manage_locks?filter=updatedOn=never", /^updatedOn takes a day such as 2026-11-20/],
    ["/locks/manage_locks?facilityID=987654", /^No facility with ID 987654\.$/],
    ["/dashboard?fmsResult=lost", /^No fmsResult lost\. fmsResult: failed, untested, good, csv\.$/],
    ["/locks/manage_locks?facilityID=nowhere", /^No facility with ID nowhere\.$/],
    ["/locks/manage_locks?drift=lost", /^No filter named drift\. Filters: /],
    ["/facilities/drift?drift=lost", /^No drift lost\. drift: paid-overlocked, .+, unit-unknown\.$/],
    ["/locks/manage_locks?page=x", /^page takes a number, not x\.$/],
    ["/locks/inventory?count=7", /^No count 7\. count: 5, 10, 20, 50, 100, all\.$/],
    ["/locks/manage_locks?sort=nowhere%3Dasc", /^No order by nowhere\. Columns: /],
    ["/team/users?show=some", /^No show some\. show: all\.$/]
  ])("is explained if only its value is wrong: %s", async (path, words) => {
    const visitor = await opens(path)
    expect(await explanation(visitor).locator("p").allInnerTexts()).toEqual([expect.stringMatching(words)])
    await visitor.page.getByRole("button", { name: "Remove wrong filters" }).click()
    await explanation(visitor).waitFor({ state: "detached" })
    expect(new URL(visitor.page.url()).search).toBe("")
  })

  it("stays explained after a reload and while other filters change", async () => {
    const visitor = await opens("/locks/manage_locks?facilityID=nowhere")
    await visitor.page.reload()
    await visitor.reads("No facility with ID nowhere.")
    await visitor.page.getByRole("textbox", { name: "Search Serial Code or Unit" }).fill("B")
    await visitor.isAt(/search=B/)
    await visitor.reads("No facility with ID nowhere.")
  })

  it("is explained by the dashboard's quick search", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    const field = visitor.page.getByRole("combobox", { name: "Search Serial Code or Unit" })
    await field.fill("foo:bar")
    await visitor.reads(/^There is no filter foo; there are status, /)
    await field.fill("facility:nowhere")
    await visitor.reads("No facility named nowhere.")
  })

  it("is explained by the palette if it names no facility, and so does Enter", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.openPalette("facility:nowhere")
    await visitor.reads("No facility named nowhere.")
    await visitor.press("Enter")
    await visitor.page.locator(".palette-refused").getByText("No facility named nowhere.").waitFor()
  })

  it("doesn't blame right ones", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/locks/manage_locks?filter=unitNumber=B&sort=serialCode%3Ddesc&page=0&count=50&search=4"
    })
    await visitor.reads(/^\d+ locks?$/)
    await visitor.page.waitForLoadState("networkidle")
    expect(await explanation(visitor).count()).toBe(0)
  })
})
