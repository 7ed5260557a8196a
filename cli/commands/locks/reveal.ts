import { Effect } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { revealLock } from "#core/commands/lockCommands.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { mustBeForReal } from "#cli/commands/dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { orItsCompany } from "#cli/input/orItsCompany.ts"
import { readInput } from "#cli/input/readInput.ts"
import { reasonOf } from "#cli/input/reasonInput.ts"
import { unmaskOption } from "#cli/input/unmaskOption.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"

/**
 * Shows a combination on its own screen for 30 seconds or, with --unmask, prints it as data. Checks where the output may go
 * before it calls the server.
 */
export const verb = verbOf(revealLock, {
  options: { unmask: unmaskOption },
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustBeForReal(call)
    const { terminal } = call
    const unmask = call.given["unmask"] === true
    const onScreen = terminal.mayDraw && terminal.outputOptions.format.kind === "table" && !unmask
    if (!onScreen && !unmask) {
      return yield* Effect.fail(
        usageFailure("The combination is shown only at a terminal, and not as JSON.", "Add --unmask to print it.", {
          field: "unmask"
        })
      )
    }
    const { serialCode: serialField } = revealLock.input
    const { serialCode } = yield* readInput(call, { serialCode: serialField })
    yield* mustBeAllowed(revealLock)
    if (unmask) {
      const input = yield* readInput(call, revealLock.input)
      const { data } = yield* orItsCompany(serialCode, runOf(revealLock)(input))
      return yield* show(
        terminal,
        shownRecord(data, [
          { heading: "Combination", text: (lock) => lock.unlockCode },
          ...lockFacts,
          { heading: "Audit record", text: (lock) => String(lock.auditSeq) }
        ])
      )
    }
    const given = call.given["reason"]
    const reason = yield* Effect.try({
      try: () => (typeof given === "string" ? reasonOf(given) : null),
      catch: (cause) => cause
    })
    const client = yield* ApiClient
    const { revealOnScreen } = yield* Effect.promise(() => import("#cli/screens/revealOnScreen.ts"))
    const reveal = (chosen: string) =>
      Effect.runPromise(
        Effect.provideService(
          orItsCompany(serialCode, runOf(revealLock)({ serialCode, reason: chosen })),
          ApiClient,
          client
        )
      ).then((answer) => answer.data)
    // If interrupted, wait until the terminal is restored: later messages must not disappear with the screen.
    const ended = yield* Effect.uninterruptible(
      Effect.tryPromise({
        try: () => revealOnScreen(terminal, { serialCode, reason, reveal }, call.signal),
        catch: (cause) => cause
      })
    )
    if (ended === "masked") return exitCodes.done
    return yield* Effect.fail(
      ended === "cancelled"
        ? new Failure({
            code: "Cancelled",
            message: "Canceled. Nothing was revealed.",
            next: "Run it again when you want to.",
            exit: exitCodes.cancelled
          })
        : new Failure({
            code: "Interrupted",
            message: "Interrupted.",
            next: "Run it again.",
            exit: exitCodes.interrupted
          })
    )
  })
})
