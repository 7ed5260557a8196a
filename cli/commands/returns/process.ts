import { Effect, Schema } from "effect"
import { processReturns } from "#core/commands/returnCommands.ts"
import { findLocks } from "#core/commands/lockCommands.ts"
import type { LockReturn } from "#core/returns/LockReturn.ts"
import { returnStatuses } from "#core/returns/LockReturn.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { made } from "#cli/commands/dryRun.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { userOf } from "#cli/input/userInput.ts"
import { Failure } from "#cli/output/Failure.ts"
import { toldSent } from "./sent.ts"

const fileField = { ...processReturns.input.returns, schema: Schema.String } as const

/** `Tenant Using` is what the button says; the status is Tenant Using Lock. */
const statusOf = (text: string): LockReturn["updateSecondaryLockStatusTo"] | undefined => {
  const status = /^tenant using$/i.test(text.trim()) ? LockStatus.id.TenantUsingLock : LockStatus.parse(text)
  return returnStatuses.find((each) => each === status)
}

const refused = (name: string, row: number, message: string, next: string, field: string): Failure =>
  new Failure({ code: "FileRefused", message: `${name}: ${message}`, next, exit: exitCodes.usage, row, field })

/** Reads what becomes of each lock; all or none, so the first row that does not hold ends it. */
const returnsOf = Effect.fnUntraced(function* (call: Call, path: string) {
  const { readJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/jobFile.ts"))
  const file = yield* Effect.tryPromise({
    try: () => readJobFile(call.terminal, path, "setStatus"),
    catch: (cause) => cause
  })
  return yield* Effect.forEach(file.rows, ({ row, serialCode, status = "" }) =>
    Effect.gen(function* () {
      const to = statusOf(status)
      const names = returnStatuses.map((each) => LockStatus.label(each)).join(", ")
      if (to === undefined) {
        return yield* Effect.fail(
          refused(file.name, row, `'${status}' is no status of a returned lock.`, `Give one of ${names}.`, "status")
        )
      }
      const found = /^\d{8}$/.test(serialCode) ? (yield* runOf(findLocks)({ text: serialCode, limit: 20 })).data : []
      const lock = found.find((each) => each.serialCode === serialCode)
      if (lock === undefined) {
        return yield* Effect.fail(
          refused(file.name, row, `No lock has the serial code '${serialCode}'.`, "Check the 8 digits.", "serialCode")
        )
      }
      const { lockID, updatedOn } = lock
      return {
        lockID,
        updateSecondaryLockStatusTo: to,
        ...(updatedOn === undefined ? {} : { updatedOn })
      } satisfies LockReturn
    })
  )
})

/** Processes the returned locks of a file and sends their report. */
export const verb = verbOf(processReturns, {
  run: Effect.fnUntraced(function* (call: Call) {
    const { recipient: recipientField } = processReturns.input
    const typed = yield* readInput(call, {
      returns: fileField,
      recipient: { ...recipientField, schema: Schema.String }
    })
    yield* mustBeAllowed(processReturns)
    const { userID: recipient, email } = yield* userOf(typed.recipient)
    const returns = yield* returnsOf(call, typed.returns)
    if (returns.length === 0) {
      call.terminal.talk("The file has no rows; nothing to do.")
      return exitCodes.done
    }
    const what = `${returns.length} returned ${returns.length === 1 ? "lock is" : "locks are"} processed, and the report is sent to ${email}.`
    if (call.flags.dryRun === true) call.terminal.talk(what)
    else {
      yield* Effect.tryPromise({
        try: () => confirm(call.terminal, call.flags.yes === true, what),
        catch: (cause) => cause
      })
    }
    const { data } = yield* made(call, processReturns, { returns, recipient })
    if (data.unchanged > 0) {
      call.terminal.talk(`${data.unchanged} of ${returns.length} unchanged: processed before, and not in the report.`)
    }
    return yield* toldSent(call, data)
  })
})
