import { findLocks } from "#core/commands/lockCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { lockColumns, lockPieces } from "#cli/output/lockColumns.ts"

export const verb = listVerb(findLocks, { noun: "locks", columns: lockColumns, pieces: lockPieces })
