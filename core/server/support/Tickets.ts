import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { TicketRefused } from "#core/support/TicketErrors.ts"
import { imageTypeOf, ticketIssues } from "#core/support/ticketRules.ts"
import { Audit } from "../audit/Audit.ts"
import { type AppendedAudit, appendAudit } from "../audit/auditEntry.ts"
import { Limiter } from "../auth/Limiter.ts"
import { now } from "../db/now.ts"
import { Facilities } from "../facilities/Facilities.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import type { TicketForm } from "./readTicketForm.ts"
import { ticketLetter } from "./ticketLetter.ts"

/** What the sealed parts of a ticket are bound to. */
const about = (ticketID: number, part: string): string => `ticket\n${ticketID}\n${part}`

/** Support tickets: kept, recorded and mailed to support, all or nothing. */
export class Tickets extends Context.Service<
  Tickets,
  {
    /** Takes one of the user's tickets of the hour. Before the form is read: reading it is the expensive part. */
    readonly begin: (user: LoggedInUser) => Effect.Effect<void, TooManyRequests>
    /** Makes a ticket and gives its number. */
    readonly create: (user: LoggedInUser, form: TicketForm) => Effect.Effect<number, TicketRefused | FacilityNotFound>
  }
>()("lockdesk/server/Tickets") {
  static readonly layer = Layer.effect(
    Tickets,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const facilities = yield* Facilities
      const keyring = yield* Keyring
      const limiter = yield* Limiter
      const mailer = yield* Mailer
      const { limits, supportAddress } = yield* Settings

      /** The facilities that a ticket names, each once; all of them have to be the user's. */
      const named = Effect.fnUntraced(function* (user: LoggedInUser, facilityIDs: ReadonlyArray<number>) {
        if (facilityIDs.length === 0) return []
        const all = new Map((yield* facilities.list(user)).map((each) => [each.facilityID, each.facilityName]))
        return yield* Effect.forEach(new Set(facilityIDs), (id) => {
          const name = all.get(id)
          return name === undefined
            ? Effect.fail(new FacilityNotFound({ data: { facilityID: id } }))
            : Effect.succeed({ id, name })
        })
      })

      const insert = Effect.fnUntraced(function* (user: LoggedInUser, form: TicketForm, at: string) {
        const { subject, category, facilityIDs } = form
        const [row] = yield* sql<{ ticket_id: number }>`
          INSERT INTO tickets (company_id, user_id, subject, category, facility_ids, sealed, created_at)
          VALUES (${user.companyID}, ${user.userID}, ${subject.trim()}, ${category}, ${[...facilityIDs]}::int[], ''::bytea,
            ${at}::timestamptz) RETURNING ticket_id`
        const ticketID = row?.ticket_id ?? 0
        // What is sealed is bound to the number, which is known only now.
        const sealed = yield* keyring.sealText(user.companyID, about(ticketID, "description"), form.description)
        yield* sql`UPDATE tickets SET sealed = ${sealed} WHERE ticket_id = ${ticketID}`
        yield* Effect.forEach(
          form.images,
          Effect.fnUntraced(function* ({ name, bytes }, nth) {
            const text = Buffer.from(bytes).toString("base64")
            const image = yield* keyring.sealText(user.companyID, about(ticketID, `image ${nth}`), text)
            yield* sql`
              INSERT INTO ticket_images (ticket_id, nth, name, content_type, sealed)
              VALUES (${ticketID}, ${nth}, ${name}, ${imageTypeOf(bytes)}, ${image})`
          }),
          { discard: true }
        )
        return ticketID
      })

      const create = Effect.fn("Tickets.create")(function* (user: LoggedInUser, form: TicketForm) {
        const issues = ticketIssues(form)
        if (issues.length > 0) return yield* new TicketRefused({ data: { issues } })
        const places = yield* named(user, form.facilityIDs)
        const at = yield* now
        const { ticketID, appended } = yield* Effect.orDie(
          sql.withTransaction(
            Effect.gen(function* () {
              const ticketID = yield* insert(user, { ...form, facilityIDs: places.map(({ id }) => id) }, at)
              yield* mailer.send({
                companyID: user.companyID,
                userID: user.userID,
                to: supportAddress,
                subject: `[Ticket ${ticketID}] ${form.subject.trim().replace(/\s+/g, " ")}`,
                body: ticketLetter(user, {
                  ticketID,
                  subject: form.subject.trim(),
                  category: form.category,
                  description: form.description,
                  companyName: user.companyName,
                  facilities: places,
                  images: form.images.map(({ name, bytes }) => ({ name, bytes: bytes.length }))
                })
              })
              const [appended] = yield* sql<AppendedAudit>`SELECT * FROM ${appendAudit(sql, {
                companyID: user.companyID,
                at,
                userID: user.userID,
                action: "tickets.create",
                subject: `ticket ${ticketID}`,
                detail: { category: form.category, facilities: places.length, images: form.images.length }
              })}`
              return { ticketID, appended }
            })
          )
        )
        if (appended !== undefined) yield* Effect.orDie(audit.witness(user.companyID, appended))
        return ticketID
        // Whoever hangs up right after the commit must not keep the record from its witness.
      }, Effect.uninterruptible)

      return Tickets.of({
        begin: (user) => limiter.take(`ticket ${user.userID}`, limits.ticketPerUser),
        create
      })
    })
  )
}
