import { countOf } from "#core/base/countOf.ts"
import { createHash } from "node:crypto"
import { basename } from "node:path"
import { Effect } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem } from "#core/api/problem.ts"
import { countText } from "#core/base/countText.ts"
import type { JobId } from "#core/base/ids.ts"
import { type ListColumn, unusedWords } from "#core/jobs/jobList.ts"
import type { Job, JobRow, JobRowInput, SelectionJobKind } from "#core/jobs/Job.ts"
import { planText } from "#core/jobs/jobWords.ts"
import { jobPieces } from "#core/jobs/jobRowPieces.ts"
import { endWithErrors } from "#cli/commands/registry/endWithErrors.ts"
import { ErrorsFile, type WrittenErrors } from "#cli/commands/registry/ErrorsFile.ts"
import { dryRunWords, forgotten } from "#cli/commands/dryRun.ts"
import type { Call } from "#cli/Call.ts"
import { exitOfRows } from "#cli/exitCodes.ts"
import { confirmPlan } from "#cli/input/ask.ts"
import { Failure } from "#cli/output/Failure.ts"
import { problemFailure } from "#cli/output/failureOf.ts"
import { sameLine } from "#cli/output/resumeLine.ts"
import { show, shownCounts } from "#cli/output/shown.ts"
import { sheetGiven } from "./fileOptions.ts"
import { type JobFile, readJobFile } from "./jobFile.ts"
import { startJob } from "./startJob.ts"
import { watchedToEnd } from "./watchJob.ts"

/** The number of job rows read together. */
const rowsPiece = 5_000

/** The change made by a file, and its messages. */
export interface JobPlan {
  readonly kind: SelectionJobKind
  /** Columns that the file must have. */
  readonly needed?: ReadonlyArray<ListColumn>
  /** Everything besides the rows that distinguishes one job from another. */
  readonly about: string
  /** Creates the job, with the fields common to all kinds. */
  readonly make: (
    client: ApiClient["Service"],
    made: {
      readonly source: string
      readonly fingerprint: string
      readonly resume: boolean
      readonly trial: boolean
      readonly expected: number
      readonly columns: ReadonlyArray<string>
    }
  ) => Effect.Effect<{ readonly data: Job }, unknown>
}

/** Runs a file of rows: create or find the job, send the rows, plan, confirm, apply, watch, write the failed rows. */
export const runJobFile = Effect.fnUntraced(function* (call: Call, path: string, plan: JobPlan) {
  const { terminal } = call
  const client = yield* ApiClient
  const file = yield* Effect.tryPromise({
    try: () => readJobFile(terminal, path, plan.kind, { needed: plan.needed ?? [], sheet: sheetGiven(call) }),
    catch: (cause) => cause
  })
  const resume = call.given["resume"] === true
  const dryRun = call.flags.dryRun === true
  const fingerprint = createHash("sha256").update(`${plan.kind} ${plan.about} ${file.hash}`).digest("hex")
  if (file.rows.length === 0) {
    terminal.talk("The file has no rows. Nothing to do.")
    const nothing = { applied: 0, unchanged: 0, failed: 0 }
    return yield* printOutcome(call, file, null, nothing, errorsOf(path, file).finish())
  }
  const unused = unusedWords(file)
  if (unused !== null) terminal.talk(unused)
  const make = (trial: boolean) =>
    plan.make(client, {
      source: basename(file.name).slice(0, 200),
      fingerprint,
      resume,
      trial,
      expected: file.rows.length,
      columns: file.sentColumns
    })
  if (dryRun) {
    // Planned like a real run, with a job that is deleted afterwards.
    return yield* Effect.acquireUseRelease(
      make(true),
      ({ data: job }) => tryFile(call, path, file, job),
      ({ data: { jobID } }) => forgotten(call, client.jobs.cancel({ params: { id: jobID }, query: {} }))
    )
  }
  const { data: made } = yield* make(false).pipe(Effect.mapError(withResume))

  // Piped rows can't be read again. A started job has them, so its number resumes it.
  if (path !== "-") terminal.resumesWith(sameLine(call, { resume: true }))
  if (made.state === "receiving") {
    const planned = yield* planRows(call, file, made)
    // Without anything to do there is nothing to confirm: the job only records its rows.
    const confirmed = call.flags.yes === true || (planned.planned === planned.total && planned.wouldApply === 0)
    yield* Effect.tryPromise({
      try: () => confirmPlan(terminal, confirmed, planText(planned)),
      catch: (cause) => cause
    })
  }
  const job = made.state === "done" ? made : yield* Effect.flatMap(startJob(made), (begun) => watchedToEnd(call, begun))
  if (made.state === "done") terminal.talk(`Job ${made.jobID} of this file is already done. Nothing to do.`)
  const errorsFile = yield* writeErrors(path, file, job.jobID, "failed")
  const unchanged = job.done - job.applied - job.failed
  return yield* printOutcome(call, file, job.jobID, { applied: job.applied, failed: job.failed, unchanged }, errorsFile)
})

/** Sends the rows of a file to its job, and plans them. */
const planRows = Effect.fnUntraced(function* (call: Call, file: JobFile, made: Job) {
  const client = yield* ApiClient
  yield* sendRows(call, made, file.rows)
  const { data: planned } = yield* client.jobs.plan({ params: { id: made.jobID }, query: {} })
  return planned
})

const unchangedOf = ({ planned, wouldApply, wouldFail }: Job): number => planned - wouldApply - wouldFail

/** Plans a file without applying it. The job is hidden from lists. */
const tryFile = Effect.fnUntraced(function* (call: Call, path: string, file: JobFile, made: Job) {
  const planned = yield* planRows(call, file, made)
  call.terminal.talk(planText(planned))
  const errorsFile = yield* writeErrors(path, file, planned.jobID, "wouldFail")
  call.terminal.talk(dryRunWords)
  const { wouldApply: applied, wouldFail: failed } = planned
  return yield* printOutcome(call, file, null, { applied, failed, unchanged: unchangedOf(planned) }, errorsFile)
})

/** Replaces the next step of an unfinished job with the terminal's own. */
const unfinishedNext =
  (resume: string) =>
  (error: unknown): unknown => {
    if (!isProblem(error) || error._tag !== "JobUnfinished") return error
    const { facts } = problemFailure(error)
    return new Failure({ ...facts, next: `${resume}, or cancel it with lockdesk jobs cancel ${error.data.jobID}.` })
  }

export const withResume = unfinishedNext("Add --resume to continue it")
export const withRepeat = unfinishedNext("Run the command again to continue it")

const sendRows = Effect.fnUntraced(function* (call: Call, { jobID, total }: Job, rows: ReadonlyArray<JobRowInput>) {
  const client = yield* ApiClient
  if (total === rows.length) return
  let sent = 0
  for (const piece of jobPieces(rows)) {
    yield* client.jobs.addRows({ params: { id: jobID }, query: {}, payload: { rows: piece } })
    sent += piece.length
    call.terminal.status(`${countText(sent)} of ${countOf(rows.length, "row")} sent`)
  }
  call.terminal.status(null)
})

const errorsOf = (path: string, file: JobFile) => new ErrorsFile(path === "-" ? "stdin.csv" : path, file.columns)

/** Writes the rows that failed, or would fail, with their original cells. */
const writeErrors = Effect.fnUntraced(function* (
  path: string,
  file: JobFile,
  jobID: JobId,
  only: "failed" | "wouldFail"
) {
  const client = yield* ApiClient
  const errors = errorsOf(path, file)
  const problemOf = (row: JobRow) => (only === "failed" ? row.problem : row.planProblem)
  return yield* Effect.gen(function* () {
    let from = 0
    for (;;) {
      const { data: rows } = yield* client.jobs.rows({ params: { id: jobID }, query: { from, only, count: rowsPiece } })
      for (const row of rows) {
        const problem = problemOf(row)
        if (problem !== null) errors.add(row.row, file.cells.get(row.row) ?? [row.serialCode], problem)
      }
      if (rows.length < rowsPiece) return errors.finish()
      from = rows.at(-1)?.row ?? from
    }
  }).pipe(Effect.onError(() => Effect.sync(() => errors.discard())))
})

interface Tally {
  readonly applied: number
  readonly unchanged: number
  readonly failed: number
}

/** Prints the counts of a file. `jobID` is null if no job is left. */
const printOutcome = Effect.fnUntraced(function* (
  call: Call,
  file: JobFile,
  jobID: JobId | null,
  tally: Tally,
  errors: WrittenErrors
) {
  const dryRun = call.flags.dryRun === true
  const facts = {
    jobID,
    file: file.name,
    rows: file.rows.length,
    ...tally,
    errorsFile: errors.path,
    dryRun
  }
  yield* show(
    call.terminal,
    shownCounts(
      call.terminal,
      facts,
      [
        ...(jobID === null ? [] : [{ heading: "Job", text: (row: typeof facts) => String(row.jobID) }]),
        { heading: "Rows", text: (row) => String(row.rows) }
      ],
      [
        [dryRun ? "Would be changed" : "Changed", "applied"],
        ["Unchanged", "unchanged"],
        ["Failed", "failed"]
      ]
    )
  )
  const again = jobID === null ? "run it again" : `print them with lockdesk jobs show ${jobID} --failed`
  return yield* endWithErrors(call, errors, exitOfRows(tally.failed, tally.applied + tally.unchanged), again)
})
