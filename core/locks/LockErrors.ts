import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/** No lock of the company answers to this, or it lies outside the user's facilities. */
export class LockNotFound extends Schema.TaggedError<LockNotFound>()("LockNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/** Restricted Personnel may not open Tenant Using Lock and Assigned Auction locks while codes are not hidden (001 §2). */
export class LockDetailDenied extends Schema.TaggedError<LockDetailDenied>()("LockDetailDenied", problemFields, {
  httpApiStatus: 403
}) {}

/** No such line in any log of the company. */
export class LogNotFound extends Schema.TaggedError<LogNotFound>()("LogNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/** A filter or sort of the lock search that names no field, or has a value the field cannot have. */
export class SearchRefused extends Schema.TaggedError<SearchRefused>()(
  "SearchRefused",
  { ...problemFields, data: Schema.Struct({ part: Schema.String, expected: Schema.String }) },
  { httpApiStatus: 400 }
) {}
