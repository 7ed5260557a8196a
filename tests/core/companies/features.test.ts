import { describe, expect, it } from "vitest"
import { Feature, featuresOf } from "#core/companies/features.ts"
import {
  defaultMaxLocksPerFacility,
  locksOnlyTiers,
  subscriptionActive,
  Tier,
  type TierId
} from "#core/companies/tiers.ts"
import { tableRows } from "../../support/markdownTable.ts"

/** From the settled readings: Off, On, and Up for Upgradeable. */
const settled = `
| feature | -2 / -1 | 0, 10 LocksOnly | 1, 11 Basic | 2, 12 Plus | 3, 13 Premium, 4 Storagely |
|---|---|---|---|---|---|
| 1 FMSIntegration | Off | Up | On | On | On |
| 2 CustomRoles | Off | Up | Up | Up | On |
| 3 BulkImport | Off | Up | On | On | On |
| 4 CustomMessages | Off | Up | Up | On | On |
| 5 LockStatusChange | Off | Up | On | On | On |
| 6 CompanySettings | Off | On | On | On | On |
| 7 Subdomains | Off | Up | Up | On | On |
| 8 Reports | Off | Up | Up | On | On |
| 9 IntegrationAPI | Off | Up | Up | On | On |
| 10 IntegrationFacilities | Off | Up | Up | On | On |
| 11 Messaging | Off | Up | On | On | On |
| 12 TextToRelease | Off | Up | Up | On | On |
| 13 Facilities | On | On | On | On | On |`

const [header = [], ...rows] = tableRows(settled)
const tiersOf = (cell: string): ReadonlyArray<number> => [...cell.matchAll(/-?\d+/g)].map(([number]) => Number(number))
const columns = header.slice(1).map(tiersOf)
const access: Readonly<Record<string, number>> = { Off: 0, On: 1, Up: 2 }
const tier = (id: number): TierId => Tier.ids.find((known) => known === id) ?? expect.unreachable()

describe("the features of the tiers", () => {
  it("cover every tier and feature of the table, and no other", () => {
    expect(columns.flat().toSorted((a, b) => a - b)).toEqual(Tier.ids.toSorted((a, b) => a - b))
    expect(rows.map(([cell]) => cell)).toEqual(Feature.rows.map(({ id, label }) => `${id} ${label}`))
  })

  it.each(rows.map((row) => [row[0] ?? "", row] as const))("%s", (name, [, ...cells]) => {
    const feature = Number.parseInt(name, 10)
    for (const [at, cell] of cells.entries()) {
      for (const id of columns[at] ?? expect.unreachable()) {
        expect([id, featuresOf(tier(id), true)[String(feature)]]).toEqual([
          id,
          { id: feature, accessLevel: access[cell] }
        ])
        const kept = cell !== "On" || feature === 13 || feature === 6
        const lapsed = featuresOf(tier(id), false)[String(feature)]?.accessLevel
        expect([id, lapsed]).toEqual([id, kept ? access[cell] : 2])
      }
    }
  })

  it("are overridden by a company's grants", () => {
    const features = featuresOf(Tier.id.LocksOnly, true, { "8": 1, "13": 0 })
    expect(features["8"]).toEqual({ id: 8, accessLevel: 1 })
    expect(features["13"]).toEqual({ id: 13, accessLevel: 0 })
    expect(features["1"]).toEqual({ id: 1, accessLevel: 2 })
  })
})

describe("a subscription", () => {
  const now = new Date("2026-03-01T12:00:00Z")
  const later = new Date("2026-03-01T12:00:00.001Z")
  it.each([
    ["paid into the future", later, false, true],
    ["paid until this instant", now, false, false],
    ["paid until yesterday", new Date("2026-02-28T12:00:00Z"), false, false],
    ["never paid", null, false, false],
    ["paid but suspended", later, true, false]
  ])("%s", (_, paidThrough, suspended, active) => {
    expect(subscriptionActive({ paidThrough, suspended }, now)).toBe(active)
  })
})

describe("the lock limit of a facility", () => {
  it("is 100 for LocksOnly and Basic, 250 for Plus, unlimited for Premium and Storagely", () => {
    const limits = { 0: 100, 10: 100, 1: 100, 11: 100, 2: 250, 12: 250, 3: null, 13: null, 4: null }
    for (const [id, limit] of Object.entries(limits)) {
      expect([id, defaultMaxLocksPerFacility(tier(Number(id)))]).toEqual([id, limit])
    }
    expect([...locksOnlyTiers]).toEqual([0, 10])
  })
})
