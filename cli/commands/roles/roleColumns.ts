import type { RoleRow } from "#core/roles/RolePermissions.ts"
import type { Column } from "#cli/output/table.ts"

/** One area of one role. */
export const roleColumns: ReadonlyArray<Column<RoleRow>> = [
  { heading: "Role", text: ({ role }) => role },
  { heading: "Area", text: ({ area }) => area },
  { heading: "Level", text: ({ level }) => level, shrinks: "never" },
  { heading: "Default", text: (row) => row.default, shrinks: "never" },
  { heading: "Differs", text: (row) => (row.level === row.default ? "no" : "yes"), shrinks: "never" }
]

/** The fields of each row in JSON. */
export const roleFields = ["role", "area", "level", "default", "people"] as const
