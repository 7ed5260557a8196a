import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const explanation = ({ page }: Visitor) => page.locator(".wrong-filters")

const opens = async (path: string): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Owner, path })
  await explanation(visitor).waitFor()
  return visitor
}

/** Opens an address, waits for its explanation, and removes the wrong filters. Returns what is left of the search. */
const explained = async (visitor: Visitor, address: string, words: RegExp): Promise<string> => {
  await visitor.follows(address)
  const texts = explanation(visitor).locator("p")
  await visitor.until(
    `the explanation of ${address}`,
    expect.poll(() => texts.allInnerTexts(), { timeout: 15_000 }).toEqual([expect.stringMatching(words)])
  )
  await visitor.page.getByRole("button", { name: "Remove wrong filters" }).click()
  await explanation(visitor).waitFor({ state: "detached" })
  return new URL(visitor.page.url()).search
}

// How each text comes about: tests/web/routes/filterProblems.test.ts.
describe("a filter in a list's address that the list doesn't have", () => {
  it("is explained on every list, and removed by one click", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    for (const [path, words] of [
      ["/locks/manage_locks", /^No filter named foo or status\. Filters: color, serialCode, /],
      ["/locks/inventory", /^No filter named foo or status\. Filters: /],
      ["/facilities", /^No filter named foo or status\. Filters: /],
      ["/team/users", /^No filter named foo or status\. Filters: /],
      ["/integrations/api_setting", /^No filter named foo or status\. Filters: /],
      ["/integrations/facilities", /^No filter named foo or status\. Filters: /],
      ["/settings/overlock", /^No filter named foo or status\. Filters: /],
      ["/locks/process_returned", /^No filter named foo or status\. /],
      ["/facilities/drift", /^No filter named foo or status\. Filters: /],
      ["/jobs", /^No filter named filter or status\. This list has no filters\./],
      ["/outbox", /^No filter named filter or status\. This list has no filters\./],
      ["/dashboard", /^No filter named filter or status\. Filters: fmsSearch, fmsSystem, fmsResult, fmsSort\./]
    ] as const) {
      expect(await explained(visitor, `${path}?filter=foo:bar&status=Lost`, words), path).not.toMatch(/foo|Lost/)
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

  it("is explained if only its value is wrong, by what each list allows", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    for (const [address, words] of [
      ["/locks/manage_locks?filter=secondaryLockStatus=Lost", /^No Status Lost\. secondaryLockStatus: \d+ \(/],
      ["/locks/manage_locks?facilityID=987654", /^No facility with ID 987654\.$/],
      ["/dashboard?fmsResult=lost", /^No fmsResult lost\. fmsResult: failed, untested, good, csv\.$/],
      ["/facilities/drift?drift=lost", /^No drift lost\. drift: paid-overlocked, .+, unit-unknown\.$/],
      ["/locks/inventory?count=7", /^No count 7\. count: 5, 10, 20, 50, 100, all\.$/],
      ["/locks/manage_locks?sort=nowhere%3Dasc", /^No order by nowhere\. Columns: /],
      ["/team/users?show=some", /^No show some\. show: all\.$/]
    ] as const) {
      expect(await explained(visitor, address, words), address).toBe("")
    }
  })

  it("stays explained after a reload and while other filters change", async () => {
    const visitor = await opens("/locks/manage_locks?facilityID=nowhere")
    await visitor.page.reload()
    await visitor.reads("No facility with ID nowhere.")
    await visitor.page.getByRole("textbox", { name: "Search Serial Code or Unit" }).fill("B")
    await visitor.isAt(/search=B/)
    await visitor.reads("No facility with ID nowhere.")
  })

  it("is explained by the dashboard's quick search and by the palette, whose Enter explains it too", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    const field = visitor.page.getByRole("combobox", { name: "Search Serial Code or Unit" })
    await field.fill("foo:bar")
    await visitor.reads(/^There is no filter foo; there are status, /)
    await field.fill("facility:nowhere")
    await visitor.reads("No facility named nowhere.")
    await field.fill("")
    await visitor.openPalette("facility:nowhere")
    await visitor.page.locator("dialog.palette").getByText("No facility named nowhere.").first().waitFor()
    await visitor.press("Enter")
    await visitor.page.locator(".palette-refused").getByText("No facility named nowhere.").waitFor()
  })

  it("doesn't blame right ones", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/locks/manage_locks?filter=unitNumber=B&sort=serialCode%3Ddesc&page=0&count=50&search=4"
    })
    await visitor.reads(/^\d+ locks?$/)
    await visitor.settled()
    expect(await explanation(visitor).count()).toBe(0)
  })
})
