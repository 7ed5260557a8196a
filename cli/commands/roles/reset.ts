import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { Role } from "#core/auth/roles.ts"
import { countOf } from "#core/base/countOf.ts"
import { resetRole } from "#core/commands/roleCommands.ts"
import { differences, touchedWords } from "#core/roles/RolePermissions.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = confirmedVerb(
  resetRole,
  ({ role }) =>
    Effect.map(
      withClient((client) => client.roles.list({ query: {} })),
      ({ data }) => {
        const found = data.find(({ roleID }) => roleID === role)
        const count = found === undefined ? 0 : differences(found).length
        const what = `${Role.label(role)} gets its default permissions back in ${countOf(count, "area")}.`
        return found === undefined ? what : `${what} ${touchedWords(found)}`
      }
    ),
  ({ data }) =>
    shownRecord(data, [
      { heading: "Role", text: ({ roleName }) => roleName },
      { heading: "Differences", text: (role) => String(differences(role).length) },
      { heading: "People", text: touchedWords }
    ])
)
