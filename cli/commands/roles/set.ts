import { setRole } from "#core/commands/roleCommands.ts"
import { levelIn, touchedWords } from "#core/roles/RolePermissions.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = callVerb(setRole, ({ data }, { area }) =>
  shownRecord(data, [
    { heading: "Role", text: ({ roleName }) => roleName },
    { heading: "Area", text: () => Area.label(area) },
    { heading: "Level", text: ({ levels }) => AccessLevel.label(levelIn(levels, area)) },
    { heading: "Default", text: ({ defaults }) => AccessLevel.label(levelIn(defaults, area)) },
    { heading: "People", text: touchedWords }
  ])
)
