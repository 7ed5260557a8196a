import { inventoryFilter, listInventory } from "#core/commands/inventoryCommands.ts"
import { asFile } from "#cli/commands/locks/exportFile.ts"
import { lockColumns, lockPieces } from "#cli/output/lockColumns.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

/** The locks without a facility, on screen or in a file. */
export const verb = listVerb(listInventory, {
  noun: "inventory locks",
  columns: lockColumns,
  pieces: lockPieces,
  file: asFile((input) => ({ filter: inventoryFilter(input.text) }))
})
