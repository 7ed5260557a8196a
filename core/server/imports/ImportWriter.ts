import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ImportKind, RowProblem } from "#core/jobs/Job.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import type { ImportRecord } from "./importAbout.ts"
import type { CheckedRow, LookUp } from "./rowDecision.ts"

/** What was written for rows: what each is about by its row, and the records of them, one each, in the order of the rows. */
export interface WrittenRows {
  readonly subjectIDs: ReadonlyMap<number, number>
  readonly records: ReadonlyArray<AuditEntry>
  /** Rows that could not be done after all, and why. */
  readonly refused: ReadonlyMap<number, RowProblem>
  /** Runs after the commit and before anybody hears of the rows. */
  readonly first: Effect.Effect<void>
}

/** What a kind of import brings to the engine: how rows are looked at, and how they are written. */
export interface ImportWriter<Write> {
  readonly kind: ImportKind
  /** Rows decided and written together. */
  readonly rowsAtOnce: number
  readonly lookUp: LookUp<Write>
  /** Writes what rows came to, in the transaction of the caller. What needs no database is done when it is called. */
  readonly writes: (
    user: LoggedInUser,
    about: Pick<ImportRecord, "resetPage"> & { readonly jobID: number },
    rows: ReadonlyArray<CheckedRow<Write>>,
    at: string
  ) => Effect.Effect<WrittenRows, SqlError, SqlClient.SqlClient>
  /** What everybody is told of these facilities or users. */
  readonly event: (ids: ReadonlyArray<number>) => LiveEvent
}
