import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { baseUrlOf, openSimulator } from "../../server/fms/fmsPlace.ts"
import { field } from "../support/controls.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

let simulator: Awaited<ReturnType<typeof openSimulator>>
beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(() => simulator.close())
shareDesk(() => ({ fms: simulator.settings }))

const visit = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities/multiple_create" })
  await visitor.sees("Add Multiple Facilities")
  return visitor
}
const mode = ({ page }: Visitor, name: string) => page.getByRole("button", { name, exact: true })

/** The form values for each system. */
const credentials = (): ReadonlyArray<readonly [FmsId, Readonly<Record<string, string>>]> => [
  [Fms.id.StorableEdge, { "Company API Key *": `demo-key:${simulatorPassword}` }],
  [
    Fms.id.Sitelink,
    { "Corporate Code *": "DEMO", "Username *": "demo:::DEMOLICENSE", "Password *": simulatorPassword }
  ],
  [
    Fms.id.SsmCloud,
    {
      "Base URL *": baseUrlOf(simulator.address, Fms.id.SsmCloud),
      "Customer Code": "DEMO",
      "Password *": simulatorPassword
    }
  ]
]

describe("an import via FMS", () => {
  it("is the default for systems that list their facilities, and unavailable with a reason for the others", async () => {
    const visitor = await visit()
    for (const [label, viaFms] of [
      ["Storable Edge", true],
      ["Yardi", false],
      ["Sitelink by Storable", true],
      ["SSM Cloud", true],
      ["Not listed", false]
    ] as const) {
      await field(visitor, "Management Software *").selectOption({ label })
      expect([label, await mode(visitor, "Via FMS").getAttribute("aria-pressed")]).toEqual([label, String(viaFms)])
      expect([label, await mode(visitor, "Via FMS").getAttribute("aria-disabled")]).toEqual([label, String(!viaFms)])
    }
    await visitor.reads("Not listed can't list its facilities. Import them Via CSV.")
    await field(visitor, "Management Software *").selectOption({ label: "SSM Cloud" })
    await mode(visitor, "Via CSV").click()
    await visitor.reads("Drop a CSV file")
    const template = visitor.does("importScreen.template")
    expect(await template.getAttribute("href")).toBe("/static/csv/SSM%20Cloud.xlsx")
    const answer = await visitor.page.request.get("/static/csv/SSM%20Cloud.xlsx")
    expect([answer.status(), (await answer.body()).subarray(0, 2).toString()]).toEqual([200, "PK"])
    await mode(visitor, "Via FMS").click()
    await field(visitor, "Base URL *").waitFor()
  })

  it("reports a wrong password, keeps the input, and retries", async () => {
    const visitor = await visit()
    visitor.expects(/422/)
    await field(visitor, "Management Software *").selectOption({ label: "Sitelink by Storable" })
    await field(visitor, "Corporate Code *").fill("DEMO")
    await field(visitor, "Username *").fill("demo:::DEMOLICENSE")
    await field(visitor, "Password *").fill("expired")
    await visitor.press("Enter")
    const alert = visitor.page.locator(".import-wrong[role=alert]")
    await visitor.until("the reason", alert.waitFor())
    expect(await alert.innerText()).toMatch(/Sitelink by Storable/)
    expect(await field(visitor, "Corporate Code *").inputValue()).toBe("DEMO")
    expect(await field(visitor, "Password *").getAttribute("type")).toBe("password")
    await field(visitor, "Password *").fill(simulatorPassword)
    await expect
      .poll(
        async () => {
          // A second press within one second counts as the same one (001 §9).
          await visitor.press("Control+Enter")
          return new URL(visitor.page.url()).search
        },
        { interval: 1100, timeout: 15_000 }
      )
      .toContain("import=")
  })

  it.each([0, 1, 2])("ends in the same preview, by system %i", async (nth) => {
    const [software, values] = credentials()[nth] ?? [Fms.id.NotListed, {}]
    const visitor = await visit()
    await field(visitor, "Management Software *").selectOption({ label: Fms.label(software) })
    for (const [label, text] of Object.entries(values)) await field(visitor, label).fill(text)
    await visitor.does("facilityImport.list").click()
    await visitor.until(
      "the columns",
      visitor.page.locator("[aria-current=step]").filter({ hasText: "Columns" }).waitFor()
    )
    await visitor.reads(`${Fms.label(software)}, Via FMS`)
    await visitor.does("facilityImport.checkRows").click()
    await visitor.reads(/facilit(y|ies) will be added|issues? in/)
    // The typed values are no longer in the URL, storage or page.
    const kept = await visitor.page.evaluate(
      () => location.href + JSON.stringify({ ...localStorage, ...sessionStorage }) + document.body.innerHTML
    )
    expect(kept).not.toContain(simulatorPassword)
  })
})
