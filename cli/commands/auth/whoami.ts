import { whoAmI } from "#core/commands/sessionCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { userColumns } from "./userColumns.ts"

export const verb = callVerb(whoAmI, (answer) => shownRecord(answer.data, userColumns))
