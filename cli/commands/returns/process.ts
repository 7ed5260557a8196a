import { Effect, Result, Schema } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem, words } from "#core/api/problem.ts"
import { countText } from "#core/base/countText.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import { findLocks } from "#core/commands/lockCommands.ts"
import { processReturns } from "#core/commands/returnCommands.ts"
import type { JobRowInput } from "#core/jobs/Job.ts"
import { listHeaders } from "#core/jobs/jobList.ts"
import { readJobRow, repeatedRow } from "#core/jobs/jobRules.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { type LockReturn, mostReturns, type ProcessedReturns, returnStatuses } from "#core/returns/LockReturn.ts"
import { notReturned } from "#core/returns/returnRules.ts"
import { dryRunWords, made } from "#cli/commands/dryRun.ts"
import { fileOptions, sheetGiven } from "#cli/commands/jobs/fileOptions.ts"
import { ErrorsFile } from "#cli/commands/registry/ErrorsFile.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { userOf } from "#cli/input/userInput.ts"
import { missingInput, usageFailure } from "#cli/output/Failure.ts"
import { showProcessed } from "./sent.ts"

/** The problem of a row, and its fix. */
interface Issue {
  readonly error: string
  readonly fix: string
}

/** The new status is in the column mark. */
const headers = { ...listHeaders, status: ["mark", ...listHeaders.status] }

/** The button says `Tenant Using`; the status is Tenant Using Lock. */
const statusOf = (text: string): LockStatusId | undefined =>
  /^tenant using$/i.test(text.trim()) ? LockStatus.id.TenantUsingLock : LockStatus.parse(text)

/** The new status of a row's lock, or the row's problem. */
const returnOf = Effect.fnUntraced(function* (row: JobRowInput) {
  const { status = "", serialCode, fault } = row
  if (fault !== undefined) return Result.fail<Issue>(csvRowWords(fault))
  const to = returnStatuses.find((each) => each === statusOf(status))
  if (to === undefined) {
    const names = returnStatuses.map((each) => LockStatus.label(each)).join(", ")
    return Result.fail<Issue>({ error: `'${status}' is not a valid mark.`, fix: `Use one of ${names}.` })
  }
  const read = readJobRow("setStatus", { row: row.row, serialCode }, { status: to, color: null })
  if (Result.isFailure(read)) return Result.fail<Issue>(read.failure)
  const { data: found } = yield* runOf(findLocks)({ text: serialCode, limit: 20 })
  const lock = found.find((each) => each.serialCode === serialCode)
  if (lock === undefined) {
    return Result.fail<Issue>({ error: `Your company has no lock '${serialCode}'.`, fix: "Check the 8 digits." })
  }
  const { lockID, updatedOn } = lock
  return Result.succeed<LockReturn>({
    lockID,
    updateSecondaryLockStatusTo: to,
    ...(updatedOn === undefined ? {} : { updatedOn })
  })
})

/** Reads the new status of each lock in a file; invalid rows come with their problem. */
const readReturns = Effect.fnUntraced(function* (call: Call, path: string) {
  const { readJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/jobFile.ts"))
  const file = yield* Effect.tryPromise({
    try: () => readJobFile(call.terminal, path, "setStatus", { needed: ["status"], headers, sheet: sheetGiven(call) }),
    catch: (cause) => cause
  })
  if (file.rows.length > mostReturns) {
    return yield* Effect.fail(
      usageFailure(
        `${file.name} has ${countText(file.rows.length)} rows. Up to ${countText(mostReturns)} returned locks can be processed at once.`,
        "Split the file and process its parts one after another.",
        { code: "InvalidInput", field: "file" }
      )
    )
  }
  const issues = new Map<number, Issue>()
  const returns = new Map<number, LockReturn>()
  const rowOf = new Map<number, number>()
  /** Rows that repeat an earlier one, such as a lock scanned twice. */
  let repeated = 0
  for (const input of file.rows) {
    const read = yield* returnOf(input)
    if (Result.isFailure(read)) {
      issues.set(input.row, read.failure)
      continue
    }
    const { lockID, updateSecondaryLockStatusTo: to } = read.success
    const earlier = rowOf.get(lockID)
    if (earlier !== undefined) {
      if (returns.get(earlier)?.updateSecondaryLockStatusTo === to) repeated++
      else issues.set(input.row, repeatedRow(earlier))
    } else {
      rowOf.set(lockID, input.row)
      returns.set(input.row, read.success)
    }
  }
  return { file, issues, returns, rowOf, repeated }
})

const none: ProcessedReturns = { reportId: null, sent: false, unchanged: 0 }

type ReadReturns = Effect.Success<ReturnType<typeof readReturns>>

/** The locks that a refusal names, each with its problem. */
const refusedLocks = (refusal: unknown): ReadonlyArray<readonly [lockID: number, issue: Issue]> => {
  if (!isProblem(refusal)) return []
  switch (refusal._tag) {
    case "ReturnsRefused":
      return refusal.data.lockIDs.map((lockID) => [lockID, notReturned])
    case "LockChangedMeanwhile":
    case "UnitRefused":
    case "StatusRefused": {
      const { error, next } = words(refusal)
      const { lockID } = refusal.data
      return lockID === undefined ? [] : [[lockID, { error, fix: next }]]
    }
    default:
      return []
  }
}

/** Makes a call until the server refuses no row of it, and moves the refused rows to those with a problem. */
const accepted = Effect.fnUntraced(function* (
  { issues, returns, rowOf }: ReadReturns,
  make: (returns: ReadonlyArray<LockReturn>) => Effect.Effect<{ readonly data: ProcessedReturns }, unknown, ApiClient>
): Effect.fn.Return<ProcessedReturns, unknown, ApiClient> {
  while (returns.size > 0) {
    const { size } = returns
    const sent = yield* Effect.result(make([...returns.values()]))
    if (Result.isSuccess(sent)) return sent.success.data
    const refusal = sent.failure
    for (const [lockID, issue] of refusedLocks(refusal)) {
      const row = rowOf.get(lockID) ?? 0
      if (returns.delete(row)) issues.set(row, issue)
    }
    // If the refusal names none of the remaining locks, retrying would loop forever.
    if (returns.size === size) return yield* Effect.fail(refusal)
  }
  return none
})

const willProcess = (count: number, email: string): string =>
  count === 0
    ? "No returned locks will be processed, and no report will be sent."
    : `${countText(count)} returned ${count === 1 ? "lock" : "locks"} will be processed, and the report will be sent to ${email}.`

const fileOf = (call: Call): string => {
  const { file, returns } = call.given
  if (typeof file === "string" && typeof returns === "string") {
    throw usageFailure("The file is given twice.", "Remove one of them.", { field: "file" })
  }
  const path = file ?? returns
  if (typeof path !== "string") throw missingInput("File", "Add --file FILE, or - for stdin.", "file")
  return path
}

/**
 * Processes the returned locks of a file and mails their report. The call takes all or none and names the refused locks: those
 * fail individually, and the others are processed.
 */
export const verb = verbOf(processReturns, {
  options: {
    file: {
      ...fileOptions.file,
      description: "The same file; - reads stdin"
    },
    sheet: fileOptions.sheet
  },
  fields: ["reportId", "sent", "waits", "file", "rows", "applied", "unchanged", "failed", "errorsFile", "dryRun"],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileOf(call), catch: (cause) => cause })
    const { recipient: recipientField } = processReturns.input
    const typed = yield* readInput(call, { recipient: { ...recipientField, schema: Schema.String } })
    yield* mustBeAllowed(processReturns)
    const { userID: recipient, email } = yield* userOf(typed.recipient)
    const read = yield* readReturns(call, path)
    const { file, issues, returns, repeated } = read
    if (file.rows.length === 0) {
      call.terminal.talk("The file has no rows. Nothing to do.")
      return exitCodes.done
    }
    const dryRun = call.flags.dryRun === true
    let data = none
    if (dryRun || call.flags.yes !== true) {
      // Only the server knows which locks are returned ones, so a trial counts what there is to do.
      const trial = (rows: ReadonlyArray<LockReturn>) => asDryRun(runOf(processReturns)({ returns: rows, recipient }))
      const tried = yield* accepted(read, trial)
      // The server responds to a trial as if it had sent a report, whose number another one gets later.
      data = { reportId: null, sent: false, unchanged: tried.unchanged }
      const count = returns.size - data.unchanged
      if (dryRun) call.terminal.talk(`${willProcess(count, email)}\n${dryRunWords}`)
      else if (count > 0) {
        yield* Effect.tryPromise({
          try: () => confirm(call.terminal, false, willProcess(count, email)),
          catch: (cause) => cause
        })
      }
    }
    if (!dryRun) data = yield* accepted(read, (rows) => made(call, processReturns, { returns: rows, recipient }))
    const errors = new ErrorsFile(path === "-" ? "stdin.csv" : path, file.columns)
    for (const { row } of file.rows) {
      const issue = issues.get(row)
      if (issue !== undefined) errors.add(file.cells.get(row) ?? [], issue)
    }
    const written = errors.finish()
    const { unchanged, ...report } = data
    const tally = { applied: returns.size - unchanged, unchanged: unchanged + repeated, failed: issues.size }
    const facts = { ...report, file: file.name, rows: file.rows.length, ...tally, errorsFile: written.path, dryRun }
    return yield* showProcessed(call, facts, written)
  })
})
