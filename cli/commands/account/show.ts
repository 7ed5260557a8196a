import { showAccount } from "#core/commands/accountCommands.ts"
import { userColumns } from "#cli/commands/auth/userColumns.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = callVerb(showAccount, ({ data }) => shownRecord(data, userColumns))
