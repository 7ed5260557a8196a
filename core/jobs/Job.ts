import { Schema } from "effect"
import { FacilityId, Instant, LockId, SerialCode, UserId } from "#core/base/ids.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { StorableText } from "#core/base/storableText.ts"

export const JobId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({
  title: "jobID"
})

/** Jobs that one answer lists at most. */
export const mostJobs = 100

/** What a job does to the lock of each of its rows. */
export const lockJobKinds = ["activate", "assign", "setStatus", "transfer"] as const
export type LockJobKind = (typeof lockJobKinds)[number]

/** What a job does to the locks of a selection, beside what it does to those of a list. */
export const selectionJobKinds = [...lockJobKinds, "setUnit", "setColor"] as const
export type SelectionJobKind = (typeof selectionJobKinds)[number]

/** Imports of files: their rows are those of the file, and add or change what each of them names. */
export const importKinds = ["importFacilities", "importUsers"] as const
export type ImportKind = (typeof importKinds)[number]

/** What a job does with each of its rows. `undo` takes back what another job did. */
export const jobKinds = [...selectionJobKinds, "undo", ...importKinds] as const
export type JobKind = (typeof jobKinds)[number]

export const isImportKind = (kind: JobKind): kind is ImportKind => importKinds.some((each) => each === kind)

/**
 * Where a job is: `receiving` its rows, `applying` them (or stopped half way: see `running`), `done` with all of them, or
 * `cancelled`, with the rows that were done staying done.
 */
export const jobStates = ["receiving", "applying", "done", "cancelled"] as const
export type JobState = (typeof jobStates)[number]

const Rows = Schema.Int

/**
 * A job: a ledger of many changes, on the server. `planned` rows were looked at without doing anything, `wouldFail` of
 * them would be refused. Of `done` rows `applied` changed a lock, `failed` were refused, and the rest had nothing to
 * change.
 */
export const Job = Schema.Struct({
  jobID: JobId,
  kind: Schema.Literals(jobKinds),
  /** Where the rows come from, such as the name of a file. */
  source: Schema.String,
  facilityID: Schema.NullOr(FacilityId),
  facilityName: Schema.NullOr(Schema.String),
  secondaryLockStatus: Schema.NullOr(LockStatus.Id),
  color: Schema.NullOr(Schema.Int),
  /** The job that it takes back. */
  undoes: Schema.NullOr(JobId),
  state: Schema.Literals(jobStates),
  /** Whether a server is at it now; `applying` without that is resumed by whoever asks. */
  running: Schema.Boolean,
  columns: Schema.Array(Schema.String),
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

/** Rows sent at once; a file of any length goes in pieces. */
export const jobChunk = 1000

/** Rows a job holds at most. */
export const maxJobRows = 100_000

/** From so many changes on, doing them is confirmed by typing how many they are (PRODUCT). */
export const manyChanges = 100

const Cell = StorableText(2000)
const Typed = StorableText(200)

/** Why a row could not be read from its file: its cells do not match the header's, or its quotes do not. */
export const RowFault = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("cells"), found: Rows, expected: Rows }),
  Schema.Struct({ kind: Schema.Literal("quotes") })
])

/** One row of a job: its number in what it comes from, what stands there, unchecked, and its original cells. */
export const JobRowInput = Schema.Struct({
  row: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 })),
  serialCode: Typed,
  status: Schema.optionalKey(Typed),
  unitNumber: Schema.optionalKey(Typed),
  color: Schema.optionalKey(Typed),
  /** It could not be read: it is refused, and the other rows are done. */
  fault: Schema.optionalKey(RowFault),
  cells: Schema.optionalKey(Schema.Array(Cell).check(Schema.isMaxLength(100)))
})
export type JobRowInput = typeof JobRowInput.Type

/** Why a row is refused: what kind of refusal, the sentence, and what would fix it. */
export const RowProblem = Schema.Struct({ code: Schema.String, error: Schema.String, fix: Schema.String })
export type RowProblem = typeof RowProblem.Type

/** What doing a row would come to, or came to; null while nobody has looked. */
export const RowFate = Schema.NullOr(Schema.Literals(["apply", "refuse", "nothing"]))
export type RowFate = typeof RowFate.Type

/** One row of a job with its plan and its outcome. `auditSeq` is the record that the change left. */
export const JobRow = Schema.Struct({
  row: Schema.Int,
  serialCode: Schema.String,
  plan: RowFate,
  planProblem: Schema.NullOr(RowProblem),
  outcome: RowFate,
  problem: Schema.NullOr(RowProblem),
  lockID: Schema.NullOr(LockId),
  auditSeq: Schema.NullOr(AuditSeq)
})
export type JobRow = typeof JobRow.Type

/** A lock of a bulk activation (001 §3). The refused ones say why. */
export const BulkLock = Schema.Struct({
  serialCode: SerialCode,
  color: Schema.Int,
  updatedOn: Schema.NullOr(Instant),
  error: Schema.NullOr(Schema.String)
})
export type BulkLock = typeof BulkLock.Type
