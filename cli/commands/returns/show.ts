import { showReturnReport } from "#core/commands/returnCommands.ts"
import { lockColumns } from "#cli/commands/locks/lockColumns.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(showReturnReport, (found) => shownList("locks", found.data, lockColumns))
