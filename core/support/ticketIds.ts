import { Schema } from "effect"
import { rowId } from "#core/base/ids.ts"
import { ticketLimits } from "./ticketLimits.ts"

export const TicketId = rowId("ticketID")
export type TicketId = typeof TicketId.Type

/** The number of an image in a ticket, from 1. */
export const ImageNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: ticketLimits.images })).annotate({
  title: "image"
})
