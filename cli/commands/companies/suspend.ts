import { countOf } from "#core/base/countOf.ts"
import { Effect } from "effect"
import { showCompany, suspendCompany } from "#core/commands/companyAccountCommands.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { runOf } from "#core/commands/runOf.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { accountFacts } from "./accountColumns.ts"

export const verb = confirmedVerb(
  suspendCompany,
  (input) =>
    Effect.map(
      runOf(showCompany)(input),
      ({ data }) =>
        `The subscription of ${data.companyName} will be suspended. Its ${countOf(data.users, "user loses", "users lose")} the plan's features.`
    ),
  ({ data }) => shownRecord(data, accountFacts)
)
