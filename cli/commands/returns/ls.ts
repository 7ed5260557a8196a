import { listReturns } from "#core/commands/returnCommands.ts"
import { lockColumns } from "#cli/commands/locks/lockColumns.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(listReturns, (found) =>
  shownList("returned locks", found.data, lockColumns, found.totalCount)
)
