import { Context, type Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { JobKind } from "#core/jobs/Job.ts"
import type { JobNotFound, JobStateRefused } from "#core/jobs/JobErrors.ts"
import type { JobKey } from "./jobKey.ts"
import type { Progress } from "./jobPieces.ts"
import type { JobRecord } from "./jobSql.ts"

/** How a piece is done: how many rows, whether they are only written down as failed, and until when it is believed. */
export interface PieceManner {
  readonly runner: string
  readonly size: number
  readonly failing: boolean
  readonly until: string
}

/** Rows done in one transaction at most: alone, and beside somebody who changed something by hand lately. */
export interface PieceRows {
  readonly alone: number
  readonly beside: number
}

/** A kind of job whose rows are those of another subject. */
export interface BroughtJob {
  readonly pieceRows: PieceRows
  /** Looks at every row again. */
  readonly plan: (user: LoggedInUser, jobID: number) => Effect.Effect<void, JobNotFound | JobStateRefused>
  /**
   * Does the next rows in one transaction with their records and outcomes. Null where it goes no further: it is at its end or
   * canceled, another runs it, or the user may no longer.
   */
  readonly piece: (user: LoggedInUser, job: JobRecord, manner: PieceManner) => Effect.Effect<Progress | null, unknown>
  /** Forgets what was kept for rows that will not be done, in the transaction of the caller. */
  readonly forget: (jobKey: JobKey) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
}

/** What subjects bring, by kind. A kind that is not here is about locks, which this folder does by itself. */
export class BroughtJobs extends Context.Service<BroughtJobs, ReadonlyMap<JobKind, BroughtJob>>()(
  "lockdesk/server/BroughtJobs"
) {}
