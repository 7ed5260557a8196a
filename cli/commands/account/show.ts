import { showAccount } from "#core/commands/accountCommands.ts"
import { shownSignedIn } from "#cli/commands/auth/shownSignedIn.ts"
import { callVerb } from "#cli/commands/Verb.ts"

export const verb = callVerb(showAccount, ({ data }, _, call) => shownSignedIn(data, call))
