import { fmsResults } from "#core/commands/fmsCommands.ts"
import { fmsColumns } from "#core/fms/fmsColumns.ts"
import { toldResults } from "#core/fms/FmsRun.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList, shownNewest } from "#cli/output/shown.ts"

export const verb = callVerb(fmsResults, (found, { history, count }) =>
  history === true || count !== undefined
    ? shownNewest("results", found.data, fmsColumns, count ?? toldResults)
    : shownList("results", found.data, fmsColumns)
)
