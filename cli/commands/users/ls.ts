import { listUsers } from "#core/commands/placeCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

export const verb = listVerb(listUsers, {
  noun: "users",
  columns: [
    { heading: "Id", text: (user) => String(user.userID), shrinks: "never" },
    { heading: "Name", text: (user) => user.name },
    { heading: "E-mail", text: (user) => user.email },
    { heading: "Role", text: (user) => user.roleName },
    { heading: "Active", text: (user) => (user.status ? "yes" : "no"), shrinks: "never" }
  ]
})
