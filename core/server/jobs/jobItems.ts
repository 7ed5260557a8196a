import { Result } from "effect"
import { type Problem, words } from "#core/api/problem.ts"
import type { RowProblem } from "#core/jobs/Job.ts"
import { repeatedRow } from "#core/jobs/jobRules.ts"
import type { LockItem } from "../locks/lockItems.ts"
import type { Fate, JobRecord, OpenRow } from "./jobSql.ts"

/** What a row of a job does to its lock: what doing it by hand would. */
export const itemOf = (job: JobRecord, { serial, status, unit }: OpenRow): LockItem => {
  const lock = { serial }
  switch (job.kind) {
    case "importFacilities":
      throw new Error(`job ${job.jobID} is about facilities`)
    case "activate":
      return { kind: "activate", serial, facilityID: job.facilityID }
    case "assign":
      if (job.facilityID === null) throw new Error(`job ${job.jobID} assigns to no facility`)
      return { kind: "assign", lock, facilityID: job.facilityID }
    case "setStatus":
      return {
        kind: "change",
        lock,
        wish: { ...(status === null ? {} : { status }), ...(unit === null ? {} : { unit }) },
        action: "locks.update"
      }
    case "transfer":
      if (job.facilityID === null) throw new Error(`job ${job.jobID} transfers to no facility`)
      return {
        kind: "change",
        lock,
        wish: { facilityID: job.facilityID, leavesUnit: true },
        action: "locks.transfer"
      }
  }
}

/** A refusal in the words a row is told it in. */
export const rowProblem = (problem: Problem): RowProblem => {
  const { error, next } = words(problem)
  return { code: problem._tag, error, fix: next }
}

/** Why a row is refused before its lock is looked at, or null. */
export const ownProblem = (row: OpenRow): RowProblem | null =>
  row.issue ?? (row.earlier < row.row ? repeatedRow(row.earlier) : null)

/** The fates of rows, from what became of the items of those that have one, in the same order. */
export const fatesOf = <A>(
  rows: ReadonlyArray<OpenRow>,
  results: ReadonlyArray<Result.Result<A | null, Problem>>,
  done: (value: A) => { readonly lockID: number | null; readonly auditSeq: number | null }
): ReadonlyArray<Fate> => {
  let nth = 0
  const nothing = { lockID: null, auditSeq: null }
  return rows.map((row): Fate => {
    const own = ownProblem(row)
    if (own !== null) return { row: row.row, fate: "refuse", problem: own, ...nothing }
    const result = results[nth++]
    if (result === undefined) throw new Error(`row ${row.row} has no outcome`)
    if (Result.isFailure(result)) {
      return { row: row.row, fate: "refuse", problem: rowProblem(result.failure), ...nothing }
    }
    return result.success === null
      ? { row: row.row, fate: "nothing", problem: null, ...nothing }
      : { row: row.row, fate: "apply", problem: null, ...done(result.success) }
  })
}
