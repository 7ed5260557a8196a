import { inviteUser } from "#core/commands/userCommands.ts"
import { told } from "#cli/commands/dryRun.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownUser } from "./shownUser.ts"

export const verb = callVerb(inviteUser, (answer, input, call) => {
  told(call, answer)
  return shownUser(answer, input, call)
})
