import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/** No lock was given a status (001 §5: 'updateOneLock'). */
export class NoLockReturned extends Schema.TaggedError<NoLockReturned>()("NoLockReturned", problemFields, {
  httpApiStatus: 422
}) {}

/** Nobody was chosen to send the report to (001 §5: 'updateUser'). */
export class RecipientMissing extends Schema.TaggedError<RecipientMissing>()("RecipientMissing", problemFields, {
  httpApiStatus: 422
}) {}

/** No active user of the company has this id. */
export class RecipientNotFound extends Schema.TaggedError<RecipientNotFound>()("RecipientNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/**
 * Some locks are none that wait to be processed: not there, in another status, named twice, or of several facilities
 * (001 §5). Nothing was changed.
 */
export class ReturnsRefused extends Schema.TaggedError<ReturnsRefused>()(
  "ReturnsRefused",
  { ...problemFields, data: Schema.Struct({ lockIDs: Schema.Array(Schema.Int) }) },
  { httpApiStatus: 422 }
) {}

/** The company has no report of this id, or it is of a facility outside the user's. */
export class ReportNotFound extends Schema.TaggedError<ReportNotFound>()("ReportNotFound", problemFields, {
  httpApiStatus: 404
}) {}
