import { Effect } from "effect"
import { inventoryFilter, listInventory } from "#core/commands/inventoryCommands.ts"
import { exportLocks, exportOptions, exportTarget } from "#cli/commands/locks/exportFile.ts"
import { lockColumns } from "#cli/commands/locks/lockColumns.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownList } from "#cli/output/shown.ts"

/** The locks of no facility on the screen, or all of them in a file. */
export const verb = verbOf(listInventory, {
  options: exportOptions,
  run: Effect.fnUntraced(function* (call: Call) {
    const { format, output, ...input } = yield* readInput(call, { ...listInventory.input, ...exportOptions })
    const target = yield* exportTarget(call, { format, output })
    if (target !== null) return yield* exportLocks(call, target, inventoryFilter(input.text))
    const found = yield* runOf(listInventory)(input)
    return yield* Effect.promise(() =>
      show(call.terminal, shownList("inventory locks", found.data, lockColumns, found.totalCount))
    )
  })
})
