import { companyOfLock } from "#core/commands/companyCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { companyColumns } from "./companyColumns.ts"

export const verb = callVerb(companyOfLock, (answer) => shownRecord(answer.data, companyColumns))
