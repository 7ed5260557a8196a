import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { imageName } from "#core/support/ticketRules.ts"
import { ticketWords } from "#core/support/tickets.ts"
import { Uploads } from "../http/Uploads.ts"
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
    const uploads = yield* Uploads
    return handlers.handleAll({
      ticket: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        yield* tickets.begin(user)
        const form = yield* uploads.one(user.companyID, readTicketForm(payload))
        return made(yield* tickets.create(user, form))
      }),
      bulkActivationTicket: Effect.fnUntraced(function* ({ payload: { subject, description, facilityIDs = [] } }) {
        const { user } = yield* Session
        yield* tickets.begin(user)
        const form = { subject, category: bulkCategory, description, facilityIDs, images: [] }
        return made(yield* tickets.create(user, form))
      }),
      tickets: Effect.fnUntraced(function* ({ query: { companyID, from, count = ticketLimits.told } }) {
        const { user } = yield* Session
        return { success: true as const, data: yield* tickets.list(user, { companyID, from, count }) }
      }),
      ticketImage: Effect.fnUntraced(function* ({ params: { id, image }, query: { companyID } }) {
        const { user } = yield* Session
        const { bytes, type } = yield* tickets.image(user, { companyID, ticketID: id, image })
        // A name of ours: the sender's could be of any kind. It is no page, and nothing in it runs.
        return HttpServerResponse.uint8Array(bytes, {
          contentType: type,
          headers: {
            "content-disposition": `attachment; filename="${imageName(id, image, type)}"`,
            "content-security-policy": "sandbox; default-src 'none'"
          }
        })
      })
    })
  })
)
