import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { cleanReport } from "#core/support/errorReport.ts"
import type { TicketId } from "#core/support/ticketIds.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { imageName } from "#core/support/ticketRules.ts"
import { ticketWords } from "#core/support/tickets.ts"
import { succeeded } from "#core/base/paging.ts"
import { Limiter } from "../auth/Limiter.ts"
import { addressOf } from "../http/callFacts.ts"
import { networkOf } from "../http/trustedProxies.ts"
import { Uploads } from "../http/Uploads.ts"
import { type Limit, Settings } from "../Settings.ts"
import { readTicketForm } from "./readTicketForm.ts"
import { Tickets } from "./Tickets.ts"

/** Logged reports of failed screens, per IP address and overall, so that no one can flood the log. */
const reportsPerAddress: Limit = { times: 60, seconds: 600 }
const reportsInAll: Limit = { times: 300, seconds: 3600 }

/** The category of tickets about a bulk activation, whose form has none (002 §2). */
const bulkCategory = "Lock Inquiry"

const made = (ticketID: TicketId) => ({ success: true as const, message: ticketWords.created, data: { ticketID } })

export const SupportHttp = HttpApiBuilder.group(
  Api,
  "support",
  Effect.fn(function* (handlers) {
    const tickets = yield* Tickets
    const uploads = yield* Uploads
    const limiter = yield* Limiter
    const { trustedProxies } = yield* Settings
    return handlers.handleAll({
      reportError: Effect.fnUntraced(function* ({ payload, request }) {
        yield* limiter.takeHere(`error report from ${networkOf(addressOf(request, trustedProxies))}`, reportsPerAddress)
        yield* limiter.takeHere("error report", reportsInAll)
        const reportID = randomUUID().slice(0, 8)
        yield* Effect.logError("A console screen crashed", { reportID, ...cleanReport(payload) })
        return succeeded({ reportID })
      }),
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
      tickets: Effect.fnUntraced(function* ({ query: { companyID, from, count = ticketLimits.listed } }) {
        const { user } = yield* Session
        return succeeded(yield* tickets.list(user, { companyID, from, count }))
      }),
      ticketImage: Effect.fnUntraced(function* ({ params: { id, image }, query: { companyID } }) {
        const { user } = yield* Session
        const { bytes, type } = yield* tickets.image(user, { companyID, ticketID: id, image })
        // The server generates the file name instead of using the sender's. Browsers save the file, and the sandbox policy
        // keeps its content from running.
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
