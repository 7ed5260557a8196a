import { listReturns } from "#core/commands/returnCommands.ts"
import { lockColumns, lockPieces } from "#cli/output/lockColumns.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

export const verb = listVerb(listReturns, { noun: "returned locks", columns: lockColumns, pieces: lockPieces })
