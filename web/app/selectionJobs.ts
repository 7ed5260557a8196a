import { countText } from "#core/base/countText.ts"
import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityId, JobId } from "#core/base/ids.ts"
import { applyJob, planJob, showJob, undoJob } from "#core/commands/jobCommands.ts"
import type { Job, JobRow, SelectionJobKind } from "#core/jobs/Job.ts"
import { jobPieces } from "#core/jobs/jobRowPieces.ts"
import { doneText, endedEarlyText } from "#core/jobs/jobWords.ts"
import { lookPause } from "#core/jobs/lookPause.ts"
import { defaultLockColor, type LockColorId } from "#core/locks/lockColors.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { CallFailure, callFailureOf } from "./CallFailure.ts"
import { call, callerWith } from "./calls.ts"
import { jobPath } from "./jobPath.ts"
import { toast } from "./notices.ts"
import { refresh } from "./refresh.ts"
import { run } from "./run.ts"
import { session } from "./Session.ts"
import { atSessionEnd } from "./sessionLife.ts"

/** Input of a change to several locks, without the locks. */
export interface SelectionInput {
  readonly status?: LockStatusId
  readonly unit?: string
  readonly color?: LockColorId
  readonly facilityID?: FacilityId
}

/** A random fingerprint, because changing the same selection again is a new job. */
const freshFingerprint = (): string => crypto.getRandomValues(new Uint32Array(5)).join("-")

const make = (
  kind: SelectionJobKind,
  { status, color, facilityID }: SelectionInput,
  made: { readonly source: string; readonly fingerprint: string; readonly expected: number },
  options?: Parameters<typeof call>[1]
) =>
  call(
    withClient((client) => {
      const to = () => {
        if (facilityID === undefined) throw new TypeError(`${kind} needs a facility`)
        return { query: {}, payload: { ...made, facilityID } }
      }
      switch (kind) {
        case "setStatus":
          return client.jobs.setStatus({ query: {}, payload: { ...made, secondaryLockStatus: status ?? null } })
        case "setColor":
          return client.jobs.setColor({ query: {}, payload: { ...made, color: color ?? defaultLockColor } })
        case "setUnit":
          return client.jobs.setUnit({ query: {}, payload: made })
        case "transfer":
          return client.jobs.transfer(to())
        case "assign":
          return client.jobs.assign(to())
        case "activate":
          return client.jobs.activate(to())
      }
    }),
    options
  )

/** The caller of a change that isn't applied yet, to cancel its job after a switch to another company. */
const callerNow = () => callerWith(session.token ?? "", session.companyID)

/** Cancels a job that was left with its company. The user isn't there any more, so a failure isn't shown. */
const abandon = async (jobID: JobId, caller: ReturnType<typeof callerNow>): Promise<void> => {
  await call(
    withClient((client) => client.jobs.cancel({ params: { id: jobID }, query: {} })),
    { caller }
  ).catch(() => undefined)
}

/** Says that a change ended because the user left the company, and isn't said after a sign-out. */
const tellLeft = (title: string): void => {
  if (session.token === null) return
  toast(
    "warning",
    `${title}: canceled.`,
    "You switched to another company or view before it began. No lock was changed."
  )
}

/** Cancels a planned job and says so if the session ends before the returned function is called. */
export const dropAtSessionEnd = (title: string, { jobID }: Job): (() => void) => {
  const caller = callerNow()
  return atSessionEnd(() => {
    void abandon(jobID, caller)
    // The end of a session deletes the notifications.
    queueMicrotask(() => tellLeft(title))
  })
}

/**
 * Creates a job that changes locks by serial code, and plans it; changes no lock. Calls `onProgress` with the number of locks sent.
 * Rejects with a `CallFailure`. If the session ends meanwhile, it cancels the job and says so.
 */
export const planSelection = async (
  title: string,
  kind: SelectionJobKind,
  input: SelectionInput,
  serials: ReadonlyArray<string>,
  onProgress: (sent: number) => void
): Promise<Job> => {
  const made = {
    source: `${countText(serials.length)} selected locks`,
    fingerprint: freshFingerprint(),
    expected: serials.length
  }
  const caller = callerNow()
  try {
    return await planned(kind, input, made, serials, onProgress)
  } catch (error) {
    if (error instanceof CallFailure && error.cancelled) {
      tellLeft(title)
      // The job may exist already without a response. The same fingerprint returns it.
      void make(kind, input, made, { caller }).then(
        ({ data }) => abandon(data.jobID, caller),
        () => undefined
      )
    }
    throw error
  }
}

const planned = async (
  kind: SelectionJobKind,
  input: SelectionInput,
  made: Parameters<typeof make>[2],
  serials: ReadonlyArray<string>,
  onProgress: (sent: number) => void
): Promise<Job> => {
  const { jobID } = (await make(kind, input, made)).data
  const unit = input.unit === undefined ? {} : { unitNumber: input.unit }
  const rows = serials.map((serialCode, nth) => ({ row: nth + 1, serialCode, ...unit }))
  let sent = 0
  for (const piece of jobPieces(rows)) {
    onProgress(sent)
    await call(
      withClient((client) => client.jobs.addRows({ params: { id: jobID }, query: {}, payload: { rows: piece } }))
    )
    sent += piece.length
  }
  onProgress(sent)
  return (await run(planJob, { job: jobID })).data
}

/** Creates a job that undoes another one, and plans it. */
export const planUndo = async (jobID: JobId): Promise<Job> => {
  const { data: made } = await run(undoJob, { job: jobID })
  return made.state === "receiving" && made.total > 0 ? (await run(planJob, { job: made.jobID })).data : made
}

/**
 * Applies a planned job and waits until it finishes or stops. Calls `onProgress` with its progress. Rejects as canceled when the
 * session ends: in another company the number is another job's.
 */
export const applied = async (job: Job, onProgress: (job: Job) => void): Promise<Job> => {
  let over = false
  const forget = atSessionEnd(() => {
    over = true
  })
  try {
    let now = job.state === "receiving" ? (await run(applyJob, { job: job.jobID })).data : job
    for (let looks = 0; now.running; looks++) {
      onProgress(now)
      await new Promise((resolve) => setTimeout(resolve, lookPause(looks)))
      if (over) throw callFailureOf(new DOMException("The session has ended.", "AbortError"))
      now = (await run(showJob, { job: job.jobID })).data
    }
    refresh(applyJob.touches)
    return now
  } finally {
    forget()
  }
}

/** A row that was refused or would be. */
export interface RefusedRow {
  readonly serialCode: string
  readonly error: string
}

/** The first rows that were refused or would be. */
export const refusedRows = async ({ jobID, state }: Job, count: number): Promise<ReadonlyArray<RefusedRow>> => {
  const only = state === "receiving" ? "wouldFail" : "failed"
  const { data } = await call(
    withClient((client) => client.jobs.rows({ params: { id: jobID }, query: { from: 0, count, only } }))
  )
  const problemOf = (row: JobRow) => (only === "failed" ? row.problem : row.planProblem)
  return data.map((row) => ({ serialCode: row.serialCode, error: problemOf(row)?.error ?? "" }))
}

/**
 * Shows the one-line result of a job that finished, was canceled or stopped, with the first failed rows and how to undo it.
 * `onTell` is called right before.
 */
export const tellDone = async (job: Job, undoKeys: string | null, onTell?: () => void): Promise<void> => {
  const refused = job.failed === 0 ? [] : await refusedRows(job, 3)
  const more = job.failed - refused.length
  const next = [
    ...refused.map(({ serialCode, error }) => `${serialCode}: ${error}`),
    ...(more > 0 ? [`And ${more} more: see job ${job.jobID}.`] : []),
    ...(undoKeys === null || job.applied === 0 ? [] : [`Undo: ${undoKeys}`])
  ].join(" ")
  onTell?.()
  const hint = next === "" ? undefined : next
  if (job.state === "done") toast(job.failed === 0 ? "success" : "warning", doneText(job), hint)
  else toast("warning", endedEarlyText(job), hint, jobPath(job.jobID))
}
