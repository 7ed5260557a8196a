import { Effect, Result, Schema } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem, words } from "#core/api/problem.ts"
import { countOf } from "#core/base/countOf.ts"
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
import { countFields, fileOptions, sheetGiven } from "#cli/commands/jobs/fileOptions.ts"
import { ErrorsFile } from "#cli/commands/registry/ErrorsFile.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { userOf } from "#cli/input/userInput.ts"
import { missingInput, usageFailure } from "#cli/output/Failure.ts"
import { type FacilityReport, showProcessed } from "./sent.ts"

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

/** The requested status of a lock, and its facility: each facility has its own report. */
interface Marked {
  readonly wanted: LockReturn
  readonly facility: string | null
}

/** The rows of each facility, in the order of the file. */
type Facilities = Map<string | null, Map<number, LockReturn>>

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
  const { lockID, updatedOn, facilityName: facility } = lock
  const version = updatedOn === undefined ? {} : { updatedOn }
  return Result.succeed<Marked>({ facility, wanted: { lockID, updateSecondaryLockStatusTo: to, ...version } })
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
  const facilities: Facilities = new Map()
  const rowOf = new Map<number, number>()
  const statusOfRow = new Map<number, LockStatusId>()
  /** Rows that repeat an earlier one, such as a lock scanned twice. */
  let repeated = 0
  for (const input of file.rows) {
    const read = yield* returnOf(input)
    if (Result.isFailure(read)) {
      issues.set(input.row, read.failure)
      continue
    }
    const { wanted, facility } = read.success
    const { lockID, updateSecondaryLockStatusTo: to } = wanted
    const earlier = rowOf.get(lockID)
    if (earlier !== undefined) {
      if (statusOfRow.get(earlier) === to) repeated++
      else issues.set(input.row, repeatedRow(earlier))
    } else {
      rowOf.set(lockID, input.row)
      statusOfRow.set(input.row, to)
      facilities.set(facility, (facilities.get(facility) ?? new Map<number, LockReturn>()).set(input.row, wanted))
    }
  }
  return { file, issues, facilities, rowOf, repeated }
})

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

type Make = (
  returns: ReadonlyArray<LockReturn>
) => Effect.Effect<{ readonly data: ProcessedReturns }, unknown, ApiClient>

/**
 * Makes the call of one facility until the server refuses no row of it, and moves the refused rows to those with a problem. Null
 * if no row is left.
 */
const accepted = Effect.fnUntraced(function* (
  { issues, rowOf }: ReadReturns,
  returns: Map<number, LockReturn>,
  make: Make
): Effect.fn.Return<ProcessedReturns | null, unknown, ApiClient> {
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
  return null
})

/** What a facility's rows came to, or would come to. */
interface Done extends ProcessedReturns {
  readonly facility: string | null
  readonly applied: number
}

/** Makes the calls of all facilities, one after another, and adds what each came to. */
const acceptedAll = Effect.fnUntraced(function* (read: ReadReturns, done: Array<Done>, make: Make) {
  for (const [facility, returns] of read.facilities) {
    const data = yield* accepted(read, returns, make)
    if (data !== null) done.push({ ...data, facility, applied: returns.size - data.unchanged })
  }
})

const reportsOf = (done: ReadonlyArray<Done>): ReadonlyArray<FacilityReport> =>
  done.flatMap(({ facility, reportId, sent, waits }) =>
    reportId === null ? [] : [{ facility: facility ?? "", reportId, sent, ...(waits === undefined ? {} : { waits }) }]
  )

/** Says which facilities' locks were processed before a call failed. */
const tellProcessed = ({ terminal }: Call, done: ReadonlyArray<Done>) =>
  Effect.sync(() => {
    const names = reportsOf(done).map(({ facility }) => facility)
    if (names.length > 0) terminal.talk(`The locks of ${names.join(", ")} were processed. Run it again for the others.`)
  })

const sumOf = (done: ReadonlyArray<Done>, field: "applied" | "unchanged"): number =>
  done.reduce((sum, each) => sum + each[field], 0)

const willProcess = (done: ReadonlyArray<Done>, email: string): string => {
  const count = sumOf(done, "applied")
  if (count === 0) return "No returned locks will be processed, and no report will be sent."
  const reports = done.filter(({ applied }) => applied > 0).length
  const [places, what] =
    reports === 1 ? ["", "the report"] : [` of ${countText(reports)} facilities`, `${countText(reports)} reports`]
  return `${countOf(count, "returned lock")}${places} will be processed, and ${what} will be sent to ${email}.`
}

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
 * Processes the returned locks of a file and mails a report for each facility. A call takes all locks of a facility or none, and
 * names the refused ones: those fail individually, and the others are processed.
 */
export const verb = verbOf(processReturns, {
  options: {
    file: {
      ...fileOptions.file,
      description: "The same file; - reads stdin"
    },
    sheet: fileOptions.sheet
  },
  fields: ["reportId", "sent", "waits", "reports", ...countFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileOf(call), catch: (cause) => cause })
    const { recipient: recipientField } = processReturns.input
    const typed = yield* readInput(call, { recipient: { ...recipientField, schema: Schema.String } })
    yield* mustBeAllowed(processReturns)
    const { userID: recipient, email } = yield* userOf(typed.recipient)
    const read = yield* readReturns(call, path)
    const { file, issues, repeated } = read
    if (file.rows.length === 0) call.terminal.talk("The file has no rows. Nothing to do.")
    const dryRun = call.flags.dryRun === true
    const tried: Array<Done> = []
    if (dryRun || call.flags.yes !== true) {
      // Only the server knows which locks are returned ones, so a trial counts what there is to do.
      yield* acceptedAll(read, tried, (returns) => asDryRun(runOf(processReturns)({ returns, recipient })))
      const what = willProcess(tried, email)
      if (dryRun) call.terminal.talk(`${what}\n${dryRunWords}`)
      else if (sumOf(tried, "applied") > 0) {
        yield* Effect.tryPromise({ try: () => confirm(call.terminal, false, what), catch: (cause) => cause })
      }
    }
    const done: Array<Done> = dryRun ? tried : []
    if (!dryRun) {
      const make: Make = (returns) => made(call, processReturns, { returns, recipient })
      yield* Effect.tapError(acceptedAll(read, done, make), () => tellProcessed(call, done))
    }
    const errors = new ErrorsFile(path === "-" ? "stdin.csv" : path, file.columns)
    for (const { row } of file.rows) {
      const issue = issues.get(row)
      if (issue !== undefined) errors.add(row, file.cells.get(row) ?? [], issue)
    }
    const written = errors.finish()
    const facts = {
      // The server responds to a trial as if it had sent a report, whose number another one gets later.
      reports: dryRun ? [] : reportsOf(done),
      file: file.name,
      rows: file.rows.length,
      applied: sumOf(done, "applied"),
      unchanged: sumOf(done, "unchanged") + repeated,
      failed: issues.size,
      errorsFile: written.path,
      dryRun
    }
    return yield* showProcessed(call, facts, written)
  })
})
