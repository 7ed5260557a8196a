import { diffRoles } from "#core/commands/roleCommands.ts"
import { roleRows } from "#core/roles/RolePermissions.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"
import { roleColumns, roleFields } from "./roleColumns.ts"

const { run, command } = callVerb(diffRoles, ({ data }, { role }) =>
  shownList(
    "differences",
    roleRows(
      data.filter(({ roleID }) => role === undefined || roleID === role),
      true
    ),
    roleColumns
  )
)

export const verb = { command, run, fields: roleFields }
