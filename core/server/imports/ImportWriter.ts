import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { JobId } from "#core/base/ids.ts"
import type { ImportKind, RowProblem } from "#core/jobs/Job.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import type { ImportRecord } from "./importAbout.ts"
import type { CheckedRow, LookUp, SubjectId } from "./rowDecision.ts"

/** The result of writing rows: the id of each row's subject, and one audit record per row, in row order. */
export interface WrittenRows<Id extends SubjectId> {
  readonly subjectIDs: ReadonlyMap<number, Id>
  readonly records: ReadonlyArray<AuditEntry>
  /** Rows that failed when they were written, and why. */
  readonly refused: ReadonlyMap<number, RowProblem>
  /** Runs after the commit, before clients are notified of the rows. */
  readonly first: Effect.Effect<void>
}

/** The part of an import kind that the engine calls: it checks and writes rows. */
export interface ImportWriter<Write, Id extends SubjectId> {
  readonly kind: ImportKind
  /** The number of rows decided and written together. */
  readonly rowsAtOnce: number
  readonly lookUp: LookUp<Write>
  /** Writes decided rows in the caller's transaction. Work without the database is done when it is called. */
  readonly writes: (
    user: LoggedInUser,
    about: Pick<ImportRecord, "resetPage"> & { readonly jobID: JobId },
    rows: ReadonlyArray<CheckedRow<Write>>,
    at: string
  ) => Effect.Effect<WrittenRows<Id>, SqlError, SqlClient.SqlClient>
  /** The event that reports changed facilities or users. */
  readonly event: (ids: ReadonlyArray<Id>) => LiveEvent
}
