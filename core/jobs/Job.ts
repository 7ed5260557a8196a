import { Schema } from "effect"
import { FacilityId, Instant, JobId, LockId, SerialCode, UserId } from "#core/base/ids.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { StorableText } from "#core/base/storableText.ts"

/** The maximum number of jobs in one response. */
export const mostJobs = 100

/** Kinds of jobs that change the lock of each row. */
export const lockJobKinds = ["activate", "assign", "setStatus", "transfer"] as const
export type LockJobKind = (typeof lockJobKinds)[number]

/** Kinds of jobs for a selection of locks: those for lists, and more. */
export const selectionJobKinds = [...lockJobKinds, "setUnit", "setColor"] as const
export type SelectionJobKind = (typeof selectionJobKinds)[number]

/** Imports of files: each row adds or updates the thing it names. */
export const importKinds = ["importFacilities", "importUsers"] as const
export type ImportKind = (typeof importKinds)[number]

/** What a job does with each of its rows. `undo` undoes another job. */
export const jobKinds = [...selectionJobKinds, "undo", ...importKinds] as const
export type JobKind = (typeof jobKinds)[number]

export const isImportKind = (kind: JobKind): kind is ImportKind => importKinds.some((each) => each === kind)

/**
 * The states of a job: `receiving` rows, `applying` them (or interrupted, see `running`), `done` with all of them, or
 * `cancelled`; rows that were done then stay done.
 */
export const jobStates = ["receiving", "applying", "done", "cancelled"] as const
export type JobState = (typeof jobStates)[number]

const Rows = Schema.Int

/**
 * A job: a log of many changes, stored on the server. `planned` rows were checked without changing anything, and
 * `wouldFail` of them would be refused. Of the `done` rows, `applied` changed a lock, `failed` were refused, and the
 * rest had nothing to change.
 */
export const Job = Schema.Struct({
  jobID: JobId,
  kind: Schema.Literals(jobKinds),
  /** The source of the rows, such as a file name. */
  source: Schema.String,
  facilityID: Schema.NullOr(FacilityId),
  facilityName: Schema.NullOr(Schema.String),
  secondaryLockStatus: Schema.NullOr(LockStatus.Id),
  color: Schema.NullOr(Schema.Int),
  /** The job that it undoes. */
  undoes: Schema.NullOr(JobId),
  state: Schema.Literals(jobStates),
  /** Whether a server is working on it now; if it is `applying` but not running, any user with access can resume it. */
  running: Schema.Boolean,
  columns: Schema.Array(Schema.String),
  /** How many rows its creator said to send; null if that is unknown. It can't start before it has them. */
  expected: Schema.NullOr(Rows),
  total: Rows,
  planned: Rows,
  wouldApply: Rows,
  wouldFail: Rows,
  done: Rows,
  applied: Rows,
  failed: Rows,
  userID: UserId,
  createdBy: Schema.String,
  createdOn: Instant,
  updatedOn: Instant
})
export type Job = typeof Job.Type

/** The maximum number of rows per request; longer files are sent in chunks. */
export const jobChunk = 1000

/** The maximum number of rows in a job. */
export const maxJobRows = 100_000

/** From this number on, the user confirms the changes by typing their number (PRODUCT). */
export const manyChanges = 100

const Cell = StorableText(2000)
const Typed = StorableText(200)

/** Why a row could not be parsed: its number of cells differs from the header's, or its quotes don't match. */
export const RowFault = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("cells"), found: Rows, expected: Rows }),
  Schema.Struct({ kind: Schema.Literal("quotes") })
])

/** A row of a job: its number in the source, its unchecked values, and its original cells. */
export const JobRowInput = Schema.Struct({
  row: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 })),
  serialCode: Typed,
  status: Schema.optionalKey(Typed),
  unitNumber: Schema.optionalKey(Typed),
  color: Schema.optionalKey(Typed),
  /** It could not be parsed: it is refused, and the other rows are done. */
  fault: Schema.optionalKey(RowFault),
  cells: Schema.optionalKey(Schema.Array(Cell).check(Schema.isMaxLength(100)))
})
export type JobRowInput = typeof JobRowInput.Type

/** Why a row is refused: a code, the message, and how to fix it. */
export const RowProblem = Schema.Struct({ code: Schema.String, error: Schema.String, fix: Schema.String })
export type RowProblem = typeof RowProblem.Type

/** The planned or actual outcome of a row; null if it was not checked yet. */
export const JobRowOutcome = Schema.NullOr(Schema.Literals(["apply", "refuse", "nothing"]))
export type JobRowOutcome = typeof JobRowOutcome.Type

/** A row of a job with its plan and its outcome. `auditSeq` is the record of the change. */
export const JobRow = Schema.Struct({
  row: Schema.Int,
  serialCode: Schema.String,
  plan: JobRowOutcome,
  planProblem: Schema.NullOr(RowProblem),
  outcome: JobRowOutcome,
  problem: Schema.NullOr(RowProblem),
  lockID: Schema.NullOr(LockId),
  auditSeq: Schema.NullOr(AuditSeq)
})
export type JobRow = typeof JobRow.Type

/** A lock of a bulk activation (001 §3). Refused ones include the reason. */
export const BulkLock = Schema.Struct({
  serialCode: SerialCode,
  color: Schema.Int,
  updatedOn: Schema.NullOr(Instant),
  error: Schema.NullOr(Schema.String)
})
export type BulkLock = typeof BulkLock.Type
