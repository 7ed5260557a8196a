import { showReturnReport } from "#core/commands/returnCommands.ts"
import { lockColumns } from "#cli/output/lockColumns.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

export const verb = listVerb(showReturnReport, { noun: "locks", columns: lockColumns })
