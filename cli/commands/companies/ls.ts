import { listCompanies } from "#core/commands/companyCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"
import { companyColumns } from "./companyColumns.ts"

export const verb = callVerb(listCompanies, (answer) =>
  shownList("companies", answer.data, companyColumns, answer.totalCount)
)
