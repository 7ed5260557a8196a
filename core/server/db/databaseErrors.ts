import { Cause, Predicate, Schema } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/** Another process, or another part of this one, has the data folder open. Nothing was touched. */
export class DataFolderInUse extends Schema.TaggedError<DataFolderInUse>()("DataFolderInUse", {
  folder: Schema.String,
  /** The process that has it; absent when it has not said so (it may be just starting or ending). */
  pid: Schema.optionalKey(Schema.Int),
  /** The machine or container that process runs on. */
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

/** The embedded database could not be opened. `reason` is for the person who runs the server. */
export class EmbeddedDatabaseFailed extends Schema.TaggedError<EmbeddedDatabaseFailed>()("EmbeddedDatabaseFailed", {
  folder: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `The database in ${this.folder} cannot be opened: ${this.reason}.`
  }
}

/**
 * SQLSTATEs that say "not now" rather than "not so": out of disk, memory or connections (class 53), stopped, crashed,
 * starting up or shutting down (57P0x), a standby that takes no writes (25006), files that cannot be read (class 58).
 * PostgreSQL manual, appendix A.
 */
const unavailableStates = /^(53...|57P0[1235]|25006|58...)$/

/**
 * Whether the database is away for a reason that may pass by itself: the connection was lost or refused, the disk is
 * full, the server is starting up or shutting down. The call may be tried again later; whether its last commit took
 * effect is not known. HTTP answers 503. False for wrong passwords, wrong SQL and broken constraints.
 */
export const isDatabaseUnavailable = (error: SqlError): boolean => {
  const { reason } = error
  if (reason._tag === "ConnectionError") return true
  const cause = reason.cause
  return Predicate.hasProperty(cause, "code") && typeof cause.code === "string" && unavailableStates.test(cause.code)
}

/** Whether something failed because nothing at all can be done now: what of it was done before is not known. */
export const isAway = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : null
    return isSqlError(error) && isDatabaseUnavailable(error)
  })
