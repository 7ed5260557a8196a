import { Schema } from "effect"
import { FieldIssue, problemFields } from "#core/base/problem.ts"

/** The request is not of the call's form; `issues` name each place. */
export class Malformed extends Schema.TaggedError<Malformed>()(
  "Malformed",
  { ...problemFields, data: Schema.Struct({ issues: Schema.Array(FieldIssue) }) },
  { httpApiStatus: 400 }
) {}

/** No such endpoint. */
export class NoSuchCall extends Schema.TaggedError<NoSuchCall>()("NoSuchCall", problemFields, { httpApiStatus: 404 }) {}

/** The request's body is larger than the server reads. */
export class TooLarge extends Schema.TaggedError<TooLarge>()(
  "TooLarge",
  { ...problemFields, data: Schema.Struct({ maxBytes: Schema.Int }) },
  { httpApiStatus: 413 }
) {}

/** The body is of a kind the call does not read. */
export class WrongContentType extends Schema.TaggedError<WrongContentType>()("WrongContentType", problemFields, {
  httpApiStatus: 415
}) {}

/** Something the server stands on is away: nothing was changed, and it may be tried again. */
export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  { ...problemFields, data: Schema.Struct({ what: Schema.Literals(["database", "audit"]) }) },
  { httpApiStatus: 503 }
) {}

/** A defect of the server. */
export class ServerFault extends Schema.TaggedError<ServerFault>()("ServerFault", problemFields, {
  httpApiStatus: 500
}) {}
