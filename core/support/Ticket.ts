import { Schema } from "effect"
import { CompanyId, Instant } from "#core/base/ids.ts"
import { TicketId } from "./ticketIds.ts"

/** A support ticket as support reads it. `images` are the names of its images, in the order of their numbers. */
export const Ticket = Schema.Struct({
  ticketID: TicketId,
  createdOn: Instant,
  companyName: Schema.String,
  /** Name and email address of who sent it. */
  from: Schema.String,
  subject: Schema.String,
  images: Schema.Array(Schema.String),
  category: Schema.String,
  companyID: CompanyId,
  facilities: Schema.Array(Schema.String),
  description: Schema.String
})
export type Ticket = typeof Ticket.Type
