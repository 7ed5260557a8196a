import { Effect, Result } from "effect"
import { type Problem, words } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import type { JobRowOutcome, RowProblem } from "#core/jobs/Job.ts"
import { repeatedRow } from "#core/jobs/jobRules.ts"
import { defaultLockColor } from "#core/locks/lockColors.ts"
import type { LockItem } from "../locks/lockItems.ts"
import { undoItems } from "../locks/undoItems.ts"
import type { RowOutcome, JobRecord, OpenRow } from "./jobSql.ts"

const itemOf = (job: JobRecord, { serial, status, unit, color }: OpenRow): LockItem => {
  const lock = { serial }
  switch (job.kind) {
    case "importFacilities":
    case "importUsers":
    case "undo":
      throw new Error(`job ${job.jobID} is of no such rows`)
    case "activate":
      return { kind: "activate", serial, facilityID: job.facilityID }
    case "assign":
      if (job.facilityID === null) throw new Error(`job ${job.jobID} assigns to no facility`)
      return { kind: "assign", lock, facilityID: job.facilityID }
    case "setStatus":
      return {
        kind: "change",
        lock,
        patch: { ...(status === null ? {} : { status }), ...(unit === null ? {} : { unit }) }
      }
    case "setUnit":
      return { kind: "change", lock, patch: { unit } }
    case "setColor":
      return { kind: "change", lock, patch: { color: color ?? job.color ?? defaultLockColor } }
    case "transfer":
      if (job.facilityID === null) throw new Error(`job ${job.jobID} transfers to no facility`)
      return {
        kind: "change",
        lock,
        patch: { facilityID: job.facilityID, leavesUnit: true }
      }
  }
}

/**
 * The lock operations of a job's rows, the same as by hand. Leaves out rows whose lock isn't checked (`isTried`).
 */
export const itemsOf = Effect.fnUntraced(function* (user: LoggedInUser, job: JobRecord, rows: ReadonlyArray<OpenRow>) {
  const tried = rows.filter(isTried)
  const planned = (row: OpenRow, item: LockItem): LockItem =>
    job.state === "applying" && notPlanned(job, row.plan) ? { ...item, unplanned: true } : item
  if (job.kind !== "undo") return tried.map((row) => planned(row, itemOf(job, row)))
  const items = yield* undoItems(
    user,
    null,
    tried.flatMap(({ undoes }) => undoes ?? [])
  )
  return tried.map((row): LockItem => {
    const item = items.get(Number(row.undoes))
    if (item === undefined) throw new Error(`row ${row.row} of job ${job.jobID} has nothing to undo`)
    return planned(row, item)
  })
})

/**
 * Whether a preview with this row was shown, and said that nothing would change. `planned` is 0 until the first plan is complete,
 * and rows added after it have no plan.
 */
export const notPlanned = ({ planned }: Pick<JobRecord, "planned">, plan: JobRowOutcome): boolean =>
  planned > 0 && plan !== null && plan !== "apply"

/** A refusal as shown in its row. */
export const rowProblem = (problem: Problem): RowProblem => {
  const { error, next } = words(problem)
  return { code: problem._tag, error, fix: next }
}

/** Why a row is refused before its lock is checked, or null. */
const ownProblem = ({ row, issue, earlier, alike }: OpenRow): RowProblem | null =>
  issue ?? (earlier < row && !alike ? repeatedRow(earlier) : null)

/** Whether a row's lock is checked: not if it is refused before, or repeats an earlier row, such as a lock scanned twice. */
const isTried = (row: OpenRow): boolean => ownProblem(row) === null && row.earlier >= row.row

/** The rows before the first one whose item has no outcome: all of them, unless the batch ended early. */
export const rowsReached = (rows: ReadonlyArray<OpenRow>, outcomes: number): ReadonlyArray<OpenRow> => {
  let nth = 0
  const end = rows.findIndex((row) => isTried(row) && nth++ === outcomes)
  return end < 0 ? rows : rows.slice(0, end)
}

/** The outcomes of rows, from those of their items in the same order. */
export const fatesOf = <A>(
  rows: ReadonlyArray<OpenRow>,
  results: ReadonlyArray<Result.Result<A | null, Problem>>,
  done: (value: A) => { readonly lockID: LockId | null; readonly auditSeq: number | null }
): ReadonlyArray<RowOutcome> => {
  let nth = 0
  const nothing = { lockID: null, auditSeq: null }
  return rows.map((row): RowOutcome => {
    const own = ownProblem(row)
    if (own !== null) return { row: row.row, outcome: "refuse", problem: own, ...nothing }
    if (!isTried(row)) return { row: row.row, outcome: "nothing", problem: null, ...nothing }
    const result = results[nth++]
    if (result === undefined) throw new Error(`row ${row.row} has no outcome`)
    if (Result.isFailure(result)) {
      return { row: row.row, outcome: "refuse", problem: rowProblem(result.failure), ...nothing }
    }
    return result.success === null
      ? { row: row.row, outcome: "nothing", problem: null, ...nothing }
      : { row: row.row, outcome: "apply", problem: null, ...done(result.success) }
  })
}
