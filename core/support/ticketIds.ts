import { Schema } from "effect"
import { ticketLimits } from "./ticketLimits.ts"

export const TicketId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({
  title: "ticketID"
})

/** The number of an image in a ticket, from 1. */
export const ImageNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: ticketLimits.images })).annotate({
  title: "image"
})
