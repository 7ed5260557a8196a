import { Schema } from "effect"
import { CompanyId, Instant } from "#core/base/ids.ts"
import { TicketId } from "./ticketIds.ts"

/** A support ticket as support reads it. `images` are the names of its images, by number. */
export const Ticket = Schema.Struct({
  ticketID: TicketId,
  createdOn: Instant,
  companyName: Schema.String,
  /** The sender's name and email address. */
  from: Schema.String,
  subject: Schema.String,
  images: Schema.Array(Schema.String),
  category: Schema.String,
  companyID: CompanyId,
  facilities: Schema.Array(Schema.String),
  description: Schema.String
})
export type Ticket = typeof Ticket.Type
