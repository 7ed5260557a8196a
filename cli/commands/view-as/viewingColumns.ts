import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

/** The session's user, and whom they view as. */
export const viewingColumns: ReadonlyArray<Column<LoggedInUser>> = [
  { heading: "Name", text: ({ name }) => name },
  { heading: "Role", text: ({ roleID }) => Role.label(roleID) },
  { heading: "Viewing as", text: ({ viewing }) => viewing?.as ?? "nobody" },
  { heading: "Until", text: ({ viewing }) => timeText(viewing?.until) }
]
