import { listedFilter, listLocks } from "#core/commands/lockCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { asFile } from "./exportFile.ts"
import { lockColumns, lockPieces } from "#cli/output/lockColumns.ts"

/** A page of locks on screen, or all of them in a file. */
export const verb = listVerb(listLocks, {
  noun: "locks",
  columns: lockColumns,
  pieces: lockPieces,
  file: asFile((input) => ({ filter: listedFilter(input), sort: input.sort }))
})
