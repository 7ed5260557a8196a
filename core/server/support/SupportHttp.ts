import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { ticketWords } from "#core/support/tickets.ts"
import { readTicketForm } from "./readTicketForm.ts"
import { Tickets } from "./Tickets.ts"

/** The category of tickets about a bulk activation, whose form has none (002 §2). */
const bulkCategory = "Lock Inquiry"

const made = (ticketID: number) => ({ success: true as const, message: ticketWords.created, data: { ticketID } })

export const SupportHttp = HttpApiBuilder.group(
  Api,
  "support",
  Effect.fn(function* (handlers) {
    const tickets = yield* Tickets
    return handlers.handleAll({
      ticket: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        yield* tickets.begin(user)
        return made(yield* tickets.create(user, yield* readTicketForm(payload)))
      }),
      bulkActivationTicket: Effect.fnUntraced(function* ({ payload: { subject, description, facilityIDs = [] } }) {
        const { user } = yield* Session
        yield* tickets.begin(user)
        const form = { subject, category: bulkCategory, description, facilityIDs, images: [] }
        return made(yield* tickets.create(user, form))
      })
    })
  })
)
