import { inviteUser } from "#core/commands/userCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownUser } from "./shownUser.ts"

export const verb = callVerb(inviteUser, (answer, input, call) => {
  if (call.flags.dryRun !== true && answer.message !== undefined) call.terminal.talk(answer.message)
  return shownUser(answer, input, call)
})
