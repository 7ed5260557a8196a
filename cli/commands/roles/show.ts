import { showRoles } from "#core/commands/roleCommands.ts"
import { roleRows } from "#core/roles/RolePermissions.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"
import { roleColumns, roleFields } from "./roleColumns.ts"

const { run, command } = callVerb(showRoles, ({ data }, { role }) =>
  shownList(
    "roles",
    roleRows(
      data.filter(({ roleID }) => role === undefined || roleID === role),
      false
    ),
    roleColumns
  )
)

export const verb = { command, run, fields: roleFields }
