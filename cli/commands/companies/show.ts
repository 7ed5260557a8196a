import { showCompany } from "#core/commands/companyAccountCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { accountFacts } from "./accountColumns.ts"

export const verb = callVerb(showCompany, ({ data }) => shownRecord(data, accountFacts))
