import { whoAmI } from "#core/commands/sessionCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownSignedIn } from "./shownSignedIn.ts"

export const verb = callVerb(whoAmI, ({ data }, _, call) => shownSignedIn(data, call))
