import { Effect } from "effect"
import { listedFilter, listLocks } from "#core/commands/lockCommands.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownList } from "#cli/output/shown.ts"
import { exportLocks, exportOptions, exportTarget } from "./exportFile.ts"
import { lockColumns } from "./lockColumns.ts"

/** A page of the locks on the screen, or all of them in a file. */
export const verb = verbOf(listLocks, {
  options: exportOptions,
  run: Effect.fnUntraced(function* (call: Call) {
    const { format, output, ...input } = yield* readInput(call, { ...listLocks.input, ...exportOptions })
    const target = yield* exportTarget(call, { format, output })
    if (target !== null) return yield* exportLocks(call, target, listedFilter(input), input.sort)
    const found = yield* runOf(listLocks)(input)
    return yield* Effect.promise(() =>
      show(call.terminal, shownList("locks", found.data, lockColumns, found.totalCount))
    )
  })
})
