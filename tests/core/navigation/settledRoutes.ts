import { tableRows } from "../../support/markdownTable.ts"

/**
 * The guards from 000 section 2 and the settled readings (Guards and navigation), copied as text: area and level (R or W, - if
 * a session is enough), and where a refused visitor is redirected first.
 */
const text = `
| address | area | level | root |
|---|---|---|---|
| / | 1 | R | /dashboard |
| /dashboard | - | - | /dashboard |
| /locks | 1 | R | /locks |
| /locks/manage_locks | 1 | R | /locks |
| /locks/activate_locks | 2 | W | /locks |
| /locks/process_returned | 11 | W | /locks |
| /locks/inventory | 3 | W | /locks |
| /locks/inventory/review | 3 | W | /locks |
| /locks/scan | 1 | R | /locks |
| /locks/17 | 1 | R | /locks |
| /team | 7 | R | /team |
| /team/users | 7 | R | /team |
| /team/roles | 7 | R | /team |
| /team/users/import | 7 | W | /team |
| /team/users/create | 7 | W | /team |
| /team/users/17 | 7 | W | /team |
| /facilities | 5 | R | /facilities |
| /facilities/create | 5 | W | /facilities |
| /facilities/multiple_create | 5 | W | /facilities |
| /facilities/17 | 5 | W | /facilities |
| /facilities/17/drift | 1 | R | /facilities |
| /facilities/drift | 1 | R | /facilities |
| /Account/FacilityTransfer | 5 | W | /facilities |
| /automations | 12 | W | /automations |
| /automations/messages | 12 | W | /automations |
| /automations/lock | 12 | W | /automations |
| /integrations | - | - | /integrations |
| /integrations/api_setting | 10 | W | /integrations |
| /integrations/api_setting/create | 10 | W | /integrations |
| /integrations/facilities | 10 | R | /integrations |
| /integrations/webhooks | 10 | W | /integrations |
| /settings | - | - | /settings |
| /settings/general | - | - | /settings |
| /settings/overlock | 9 | W | /settings |
| /settings/overlock/create | 9 | W | /settings |
| /reports | 13 | R | /reports |
| /reports/combination/1 | 13 | R | /reports |
| /reports/message/2 | 13 | R | /reports |
| /reports/facility-lock-count/3 | 13 | R | /reports |
| /reports/bulk_lock | 1 | R | /reports |
| /bulk_activate/17 | 2 | W | /locks |
| /locks/bulk | 2 | W | /locks |
| /jobs | - | - | /jobs |
| /jobs/17 | - | - | /jobs |
| /companies | - | - | /companies |
| /companies/17 | - | - | /companies |
| /outbox | 7 | R | /team |`

/** Paths limited to some roles. */
export const settledRoles: Readonly<Record<string, ReadonlyArray<number>>> = {
  "/outbox": [1, 2, 3, 4, 6, 10],
  "/facilities/drift": [1, 2, 3, 4, 5, 6, 7, 9, 10],
  "/facilities/17/drift": [1, 2, 3, 4, 5, 6, 7, 9, 10],
  "/companies": [1, 2, 3, 6],
  "/companies/17": [1, 2, 3, 6]
}

/** A path and what it requires; `area` is null if a session is enough. */
export interface SettledRoute {
  readonly address: string
  readonly area: number | null
  readonly level: number
  readonly root: string
}

const [, ...rows] = tableRows(text)

export const settledRoutes: ReadonlyArray<SettledRoute> = rows.map(
  ([address = "", area = "", level = "", root = ""]) => ({
    address,
    area: area === "-" ? null : Number(area),
    level: "-RW".indexOf(level),
    root
  })
)

/** Paths that show another path's screen: the first one that is built and admits the user. Auto Messages isn't built yet. */
export const settledIndexes: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/": ["/dashboard"],
  "/locks": ["/locks/manage_locks"],
  "/team": ["/team/users"],
  "/automations": ["/automations/lock"],
  "/integrations": ["/integrations/api_setting", "/integrations/facilities"],
  "/settings": ["/settings/general"]
}
