import { Effect } from "effect"
import { showLock } from "#core/commands/lockCommands.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { openedLockOf } from "#cli/input/lockInput.ts"
import { typedInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { shownLockFacts } from "#cli/output/lockColumns.ts"

export const verb = verbOf(showLock, {
  run: Effect.fnUntraced(function* (call: Call) {
    const typed = yield* typedInput(call, "lockID", showLock.input.lockID)
    // For most users, finding the lock already opened it.
    const lock = yield* openedLockOf(call, String(typed))
    return yield* show(call.terminal, shownRecord(lock, shownLockFacts))
  })
})
