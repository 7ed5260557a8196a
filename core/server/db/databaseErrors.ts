import { Cause, Predicate, Schema } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/** Another process, or another part of this one, has the data folder open. Nothing was touched. */
export class DataFolderInUse extends Schema.TaggedError<DataFolderInUse>()("DataFolderInUse", {
  folder: Schema.String,
  /** The owner's process id; missing if it has not written it yet. */
  pid: Schema.optionalKey(Schema.Int),
  /** The machine or container of that process. */
  host: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    const holder = this.pid === undefined ? "another process" : `process ${this.pid} on ${this.host ?? "this machine"}`
    return (
      `The data folder ${this.folder} is in use by ${holder}. ` +
      "Stop that server first, use it through --host, or choose another folder."
    )
  }
}

/** The embedded database could not be opened. `reason` is for the operator. */
export class EmbeddedDatabaseFailed extends Schema.TaggedError<EmbeddedDatabaseFailed>()("EmbeddedDatabaseFailed", {
  folder: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `The database in ${this.folder} cannot be opened: ${this.reason}.`
  }
}

/**
 * SQLSTATEs that mean "not now": out of disk, memory or connections (class 53), stopped, crashed, starting up or shutting down
 * (57P0x), a read-only standby (25006), unreadable files (class 58). PostgreSQL manual, appendix A.
 */
const unavailableStates = /^(53...|57P0[1235]|25006|58...)$/

/**
 * Whether the database is temporarily unavailable: the connection was lost or refused, the disk is full, the server is starting
 * up or shutting down. The call may be retried later; it is unknown whether its last commit took effect. HTTP answers 503.
 * False for wrong passwords, invalid SQL and violated constraints.
 */
export const isDatabaseUnavailable = (error: SqlError): boolean => {
  const { reason } = error
  if (reason._tag === "ConnectionError") return true
  const cause = reason.cause
  return Predicate.hasProperty(cause, "code") && typeof cause.code === "string" && unavailableStates.test(cause.code)
}

/** Whether something failed because a dependency is unavailable: it is unknown how much of it was done. */
export const isAway = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : null
    return isSqlError(error) && isDatabaseUnavailable(error)
  })
