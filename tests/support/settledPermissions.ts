import { tableRows } from "./markdownTable.ts"

/** Default permissions of the roles as settled in DECISIONS, copied as text: N none, R read, W write. */
export const settledPermissions = `
| area | 1 Super | 2 Site Admin | 3 Site Pers. | 4 Admin | 5 Pers. | 6 Site CC | 7 CC | 9 Restr. | 10 Owner | 11 Vendor |
|---|---|---|---|---|---|---|---|---|---|---|
| 1 Locks | W | W | W | W | W | W | W | W | W | R |
| 2 Activate Locks | W | W | W | W | W | N | N | W | W | N |
| 3 Inventory | W | W | W | W | W | N | N | N | W | N |
| 4 Tenant Locks | W | W | W | W | W | R | R | N | W | N |
| 5 Facilities | W | W | R | W | R | R | R | R | W | R |
| 6 Transfer Facility | W | W | N | W | N | N | N | N | W | N |
| 7 Users | W | W | R | W | R | R | R | N | W | N |
| 8 Edit Admins | W | W | N | R | N | N | N | N | W | N |
| 9 Subdomains | W | W | R | W | N | N | N | N | W | N |
| 10 ApiSettings | W | W | N | W | N | N | N | N | W | N |
| 11 Lock Returns | W | W | W | W | W | N | N | N | W | N |
| 12 Automations | W | W | R | W | N | N | N | N | W | N |
| 13 Reports | W | W | R | W | N | N | N | N | W | N |
| 14 FacilityDetails | W | W | R | W | R | R | R | R | W | R |`

const [header = [], ...rows] = tableRows(settledPermissions)

/** The level (0 to 2) of a role in an area, from the text above. */
export const settledLevel = (role: number, area: number): number => {
  const column = header.findIndex((cell) => Number.parseInt(cell, 10) === role)
  const row = rows.find(([cell = ""]) => Number.parseInt(cell, 10) === area)
  const level = "NRW".indexOf(row?.[column] ?? "?")
  if (level < 0) throw new Error(`the table has no role ${role} in area ${area}`)
  return level
}
