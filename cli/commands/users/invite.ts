import { inviteUser } from "#core/commands/userCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownUser } from "./shownUser.ts"

export const verb = callVerb(inviteUser, shownUser)
