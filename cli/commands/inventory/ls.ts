import { listInventory } from "#core/commands/inventoryCommands.ts"
import { lockColumns } from "#cli/commands/locks/lockColumns.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(listInventory, (found) =>
  shownList("inventory locks", found.data, lockColumns, found.totalCount)
)
