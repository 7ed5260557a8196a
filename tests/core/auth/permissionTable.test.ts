import { describe, expect, it } from "vitest"
import { Area, defaultAccess, permissionsOf } from "#core/auth/permissions.ts"
import { registryRoles, restrictedRoles, Role, siteLevelRoles } from "#core/auth/roles.ts"
import { settledPermissions } from "../../support/settledPermissions.ts"
import { tableRows } from "../../support/markdownTable.ts"

const [header = [], ...rows] = tableRows(settledPermissions)
const roles = header.slice(1).map((cell) => Number.parseInt(cell, 10))
const levels: Readonly<Record<string, number>> = { N: 0, R: 1, W: 2 }

describe("the default permissions of the roles", () => {
  it("cover every role and area of the table, and no other", () => {
    expect(roles).toEqual(Role.ids)
    // The document writes two areas in one word: ApiSettings and FacilityDetails.
    const word = (text: string): string => text.replaceAll(" ", "")
    expect(rows.map(([cell = ""]) => word(cell))).toEqual(Area.rows.map(({ id, key }) => `${id}${key}`))
    expect(Area.rows.map(({ label }) => word(label).toLowerCase())).toEqual(
      Area.rows.map(({ key }) => key.toLowerCase())
    )
  })

  it.each(rows.map((row) => [row[0] ?? "", row] as const))("%s", (name, [, ...cells]) => {
    const area = Area.ids.find((id) => id === Number.parseInt(name, 10)) ?? expect.unreachable()
    expect(cells).toHaveLength(roles.length)
    for (const [at, cell] of cells.entries()) {
      const role = Role.ids[at] ?? expect.unreachable()
      expect([name, role, defaultAccess(role, area)]).toEqual([name, role, levels[cell]])
      expect(permissionsOf(role)[String(area)]).toEqual({ accessLevel: levels[cell] })
    }
  })

  it("are overridden by a company's own levels, area by area", () => {
    const own = permissionsOf(Role.id.Vendor, { "2": 2, "1": 0 })
    expect(own["2"]).toEqual({ accessLevel: 2 })
    expect(own["1"]).toEqual({ accessLevel: 0 })
    expect(own["5"]).toEqual({ accessLevel: 1 })
    expect(Object.keys(own)).toHaveLength(14)
  })
})

describe("role groups", () => {
  it("match the settled readings", () => {
    expect([...siteLevelRoles]).toEqual([1, 2, 3, 6])
    expect([...restrictedRoles]).toEqual([5, 7, 9, 11])
    expect([...registryRoles]).toEqual([1, 2])
  })
})
