import { createCompany } from "#core/commands/companyAccountCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { madeFacts } from "./accountColumns.ts"

export const verb = callVerb(createCompany, ({ data }) => shownRecord(data, madeFacts))
