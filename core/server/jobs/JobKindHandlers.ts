import { Context, type Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { JobId } from "#core/base/ids.ts"
import type { JobKind } from "#core/jobs/Job.ts"
import type { JobStateRefused } from "#core/jobs/JobErrors.ts"
import type { JobRefused, StartRefused } from "#core/jobs/jobRules.ts"
import type { JobKey } from "./jobKey.ts"
import type { Progress } from "./jobPieces.ts"
import type { JobRecord } from "./jobSql.ts"

/** How to run a batch: how many rows, whether to only mark them as failed, and when its lease expires. */
export interface BatchOptions {
  readonly runner: string
  readonly size: number
  readonly failing: boolean
  readonly until: string
}

/** The maximum number of rows per transaction: normally, and after someone recently changed something by hand. */
export interface PieceRows {
  readonly alone: number
  readonly beside: number
}

/** A job kind whose rows belong to another subject. */
export interface JobKindHandler {
  readonly pieceRows: PieceRows
  /** Why a user with the access of the kind may not run this job, or null. */
  readonly refusal: (user: LoggedInUser, job: JobRecord) => Effect.Effect<StartRefused | null, SqlError>
  /** Checks every row again. */
  readonly plan: (user: LoggedInUser, jobID: JobId) => Effect.Effect<void, JobRefused | JobStateRefused>
  /**
   * Applies the next rows in one transaction with their records and outcomes. Null if it can't continue: it is complete or
   * canceled, or another server runs it.
   */
  readonly piece: (user: LoggedInUser, job: JobRecord, manner: BatchOptions) => Effect.Effect<Progress | null, unknown>
  /** Deletes data of rows that will not be applied, in the caller's transaction. */
  readonly forget: (jobKey: JobKey) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
}

/** The job kinds registered by subjects. All other kinds are about locks, and handled in this folder. */
export class JobKindHandlers extends Context.Service<JobKindHandlers, ReadonlyMap<JobKind, JobKindHandler>>()(
  "lockdesk/server/JobKindHandlers"
) {}
