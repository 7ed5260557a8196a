import { editCompany } from "#core/commands/companyAccountCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { accountFacts } from "./accountColumns.ts"
import { talkOfNamesakes } from "./talkOfNamesakes.ts"

export const verb = callVerb(editCompany, ({ data, message }, _, call) => {
  talkOfNamesakes(call, message)
  return shownRecord(data, accountFacts)
})
