import { listUsers } from "#core/commands/placeCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(listUsers, (answer) =>
  shownList("users", answer.data, [
    { heading: "Id", text: (user) => String(user.userID) },
    { heading: "Name", text: (user) => user.name },
    { heading: "E-mail", text: (user) => user.email },
    { heading: "Role", text: (user) => user.roleName },
    { heading: "Active", text: (user) => (user.status ? "yes" : "no") }
  ])
)
