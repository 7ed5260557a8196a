import { addUser } from "#core/commands/userCommands.ts"
import { formVerb } from "./formVerb.ts"

export const verb = formVerb(addUser, { says: true })
