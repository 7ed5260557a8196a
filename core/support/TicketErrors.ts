import { Schema } from "effect"
import { FieldIssue, problemFields } from "#core/base/problem.ts"

/** Fields of a ticket that are missing or cannot be taken; `issues` name each (002 §5). */
export class TicketRefused extends Schema.TaggedError<TicketRefused>()(
  "TicketRefused",
  { ...problemFields, data: Schema.Struct({ issues: Schema.Array(FieldIssue) }) },
  { httpApiStatus: 422 }
) {}

/** The company has no such ticket, or the ticket no such image. */
export class TicketNotFound extends Schema.TaggedError<TicketNotFound>()(
  "TicketNotFound",
  {
    ...problemFields,
    data: Schema.Struct({
      ticketID: Schema.Int,
      image: Schema.Int
    })
  },
  { httpApiStatus: 404 }
) {}

/** An image of a ticket that is one too many, too large, or none (002 §5). */
export class AttachmentRefused extends Schema.TaggedError<AttachmentRefused>()(
  "AttachmentRefused",
  {
    ...problemFields,
    data: Schema.Struct({
      /** The name of the file, where it is about one. */
      file: Schema.NullOr(Schema.String),
      reason: Schema.Literals(["TooManyAtOnce", "TooManyInAll", "TooLarge", "NotAnImage"])
    })
  },
  { httpApiStatus: 422 }
) {}
