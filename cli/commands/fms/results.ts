import { fmsResults } from "#core/commands/fmsCommands.ts"
import { fmsColumns } from "#core/fms/fmsColumns.ts"
import { mostTested, defaultResultCount } from "#core/fms/FmsRun.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = listVerb(fmsResults, {
  noun: "results",
  columns: fmsColumns(timeText),
  pieces: {
    most: mostTested,
    after: null,
    usual: ({ history }) => (history === true ? defaultResultCount : mostTested)
  }
})
