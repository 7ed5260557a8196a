import { listRoles } from "#core/commands/userCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

export const verb = listVerb(listRoles, {
  noun: "roles",
  columns: [
    { heading: "Id", text: ({ id }) => String(id), shrinks: "never" },
    { heading: "Name", text: ({ name }) => name }
  ]
})
