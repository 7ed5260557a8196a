import { Schema } from "effect"
import { inSentences } from "#core/base/inSentences.ts"
import { defineProblem, FieldIssue } from "#core/base/problem.ts"
import { briefWait, waitWords } from "#core/base/waitWords.ts"

/** The request does not match the call's schema; `issues` lists each problem, up to 20. */
export class Malformed extends defineProblem<Malformed>()({
  tag: "Malformed",
  status: 400,
  exit: "usage",
  data: Schema.Struct({ issues: Schema.Array(FieldIssue) }),
  words: (data) => ({
    error: inSentences(...data.issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))),
    next: "Correct these fields and try again."
  })
}) {}

/** No such endpoint. */
export class NoSuchCall extends defineProblem<NoSuchCall>()({
  tag: "NoSuchCall",
  status: 404,
  exit: "failed",
  words: { error: "No such endpoint.", next: "See /api/docs for the list of endpoints." }
}) {}

/** The request's body is larger than the server reads. */
export class TooLarge extends defineProblem<TooLarge>()({
  tag: "TooLarge",
  status: 413,
  exit: "usage",
  data: Schema.Struct({ maxBytes: Schema.Int }),
  words: (data) => ({
    error: `The request is larger than ${data.maxBytes} bytes.`,
    next: "Send it in smaller pieces."
  })
}) {}

/** The call does not accept this content type. */
export class WrongContentType extends defineProblem<WrongContentType>()({
  tag: "WrongContentType",
  status: 415,
  exit: "failed",
  data: Schema.Struct({ expected: Schema.Array(Schema.String) }),
  words: ({ expected }) => ({
    error: `This endpoint expects ${expected.includes("application/json") ? "JSON" : "a form"}.`,
    next: `Send the body as ${expected.join(" or ")}.`
  })
}) {}

/** The request's body is encoded, such as compressed. */
export class BodyEncoded extends defineProblem<BodyEncoded>()({
  tag: "BodyEncoded",
  status: 415,
  exit: "failed",
  words: {
    error: "The body of a request can't be compressed or encoded.",
    next: "Send it without content-encoding."
  }
}) {}

/**
 * A repeated request whose stored response has expired: the thing was already created, so there is nothing more to
 * save.
 */
export class SavedAlready extends defineProblem<SavedAlready>()({
  tag: "SavedAlready",
  status: 409,
  exit: "conflict",
  words: {
    error: "This was already saved the first time you sent it.",
    next: "See the list for what was saved."
  }
}) {}

/** Something the server depends on is unavailable. A change may have been saved before that; the request can be repeated. */
export class Unavailable extends defineProblem<Unavailable>()({
  tag: "Unavailable",
  status: 503,
  exit: "network",
  retryAfter: briefWait,
  data: Schema.Struct({ what: Schema.Literals(["database", "audit"]) }),
  words: (data) => ({
    error:
      data.what === "audit"
        ? "We couldn't write the audit record, so nothing was revealed."
        : "The database is not available.",
    next: `${waitWords(briefWait)} If it continues, contact your administrator.`
  })
}) {}

/** A bug in the server. */
export class ServerFault extends defineProblem<ServerFault>()({
  tag: "ServerFault",
  status: 500,
  exit: "failed",
  words: { error: "Something went wrong on our end", next: "Try again. If it happens again, report the request ID." }
}) {}
