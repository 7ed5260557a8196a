import { Schema } from "effect"
import { defineProblem, refusedFields } from "#core/base/problem.ts"
import { TicketId } from "./ticketIds.ts"

const attachmentWords = {
  TooManyAtOnce: "Limits attachment count to 5.",
  TooManyInAll: "Limits total attachment count to 5.",
  TooLarge: "Limits attachment size to 5MB.",
  NotAnImage: "Attachments are JPEG or PNG images."
} as const

/** Missing or invalid fields of a ticket; `issues` lists each (002 §5). */
export class TicketRefused extends defineProblem<TicketRefused>()({
  tag: "TicketRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}

/** The company has no such ticket, or the ticket has no such image. */
export class TicketNotFound extends defineProblem<TicketNotFound>()({
  tag: "TicketNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({
    ticketID: TicketId,
    image: Schema.Int
  }),
  words: (data) => ({
    error: `There is no image ${data.image} of a ticket ${data.ticketID}.`,
    next: "Open the list of tickets and choose one of their images."
  })
}) {}

/** An image that exceeds the number or size limit, or is not an image (002 §5). */
export class AttachmentRefused extends defineProblem<AttachmentRefused>()({
  tag: "AttachmentRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({
    /** The file name, if a file is the problem. */
    file: Schema.NullOr(Schema.String),
    reason: Schema.Literals(["TooManyAtOnce", "TooManyInAll", "TooLarge", "NotAnImage"])
  }),
  words: (data) => ({
    error: attachmentWords[data.reason],
    next: data.file === null ? "Remove some and send again." : `Remove ${data.file} and send again.`
  })
}) {}
