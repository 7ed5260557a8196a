import { inviteUser } from "#core/commands/userCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { userFacts } from "./userColumns.ts"

export const verb = callVerb(inviteUser, ({ data }) => shownRecord(data, userFacts))
