import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import { nameText } from "#core/base/nameText.ts"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { Ticket } from "#core/support/Ticket.ts"
import { TicketNotFound, TicketRefused } from "#core/support/TicketErrors.ts"
import type { TicketId } from "#core/support/ticketIds.ts"
import { imageTypeOf, type ImageType, ticketIssues } from "#core/support/ticketRules.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, doneBy } from "../audit/auditEntry.ts"
import { personName } from "../auth/personName.ts"
import { Limiter } from "../auth/Limiter.ts"
import { transaction } from "../db/dryRuns.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { claimRequestKey } from "../db/requestKeys.ts"
import { Facilities } from "../facilities/Facilities.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import type { TicketForm } from "./readTicketForm.ts"
import { ticketEmail } from "./ticketEmail.ts"

/** The context to which the sealed parts of a ticket are bound. */
const about = (ticketID: TicketId, part: string): string => `ticket\n${ticketID}\n${part}`

/** Which tickets: of one company or of all, those before `from`, and at most how many. */
export interface TicketsQuery {
  readonly companyID: CompanyId | undefined
  readonly from: TicketId | undefined
  readonly count: number
}

/** An image of a ticket, by number from 1. */
export interface WantedImage {
  readonly companyID: CompanyId | undefined
  readonly ticketID: TicketId
  readonly image: number
}

/** An image as returned: its type is detected from its bytes. */
export interface ReadImage {
  readonly bytes: Uint8Array
  readonly type: ImageType
}

interface TicketRow extends Omit<Ticket, "description"> {
  readonly sealed: Uint8Array
}

/** Support tickets: stored, audited and mailed to support, all or nothing. */
export class Tickets extends Context.Service<
  Tickets,
  {
    /** Counts against the user's hourly limit. Call it before reading the form, which is the expensive part. */
    readonly begin: (user: LoggedInUser) => Effect.Effect<void, TooManyRequests>
    /** Creates a ticket and returns its number. */
    readonly create: (user: LoggedInUser, form: TicketForm) => Effect.Effect<TicketId, TicketRefused | FacilityNotFound>
    /** Tickets, newest first. The reading is audited in their companies before the response. The guard checks the access. */
    readonly list: (user: LoggedInUser, query: TicketsQuery) => Effect.Effect<ReadonlyArray<Ticket>>
    /** An image of a ticket; audited likewise. */
    readonly image: (user: LoggedInUser, wanted: WantedImage) => Effect.Effect<ReadImage, TicketNotFound>
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

      /** The facilities named in a ticket, without duplicates; the user must be able to see all of them. */
      const named = Effect.fnUntraced(function* (user: LoggedInUser, facilityIDs: ReadonlyArray<FacilityId>) {
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
        const made = yield* sql<{ ticket_id: TicketId }>`
          INSERT INTO tickets (company_id, user_id, subject, category, facility_ids, sealed, created_at)
          VALUES (${user.companyID}, ${user.userID}, ${nameText(subject)}, ${category}, ${[...facilityIDs]}::int[], ''::bytea,
            ${at}::timestamptz) RETURNING ticket_id`
        const { ticket_id: ticketID } = insertedRow(made)
        // Sealed parts are bound to the ticket's number, which exists only after the insert.
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
          transaction(sql)(
            Effect.gen(function* () {
              yield* claimRequestKey(sql)
              const ticketID = yield* insert(user, { ...form, facilityIDs: places.map(({ id }) => id) }, at)
              yield* mailer.send({
                companyID: user.companyID,
                userID: user.userID,
                to: supportAddress,
                subject: `[Ticket ${ticketID}] ${nameText(form.subject).replace(/\s+/g, " ")}`,
                body: ticketEmail(user, {
                  ticketID,
                  subject: nameText(form.subject),
                  category: form.category,
                  description: form.description,
                  companyName: user.companyName,
                  facilities: places,
                  images: form.images.map(({ name, bytes }) => ({ name, bytes: bytes.length }))
                })
              })
              const [appended] = yield* sql<AppendedAudit>`SELECT * FROM ${appendAudit(sql, audit.macs, {
                ...doneBy(user),
                at,
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
        // A caller who disconnects right after the commit must not prevent the witness.
      }, Effect.uninterruptible)

      /** Of one company, or of all. */
      const ofCompany = (companyID: CompanyId | undefined) =>
        companyID === undefined ? sql`true` : sql`t.company_id = ${companyID}`

      /** The record belongs to the company whose ticket is read. */
      const read = Effect.fnUntraced(function* (
        user: LoggedInUser,
        companyID: CompanyId,
        { subject, ...detail }: { readonly subject: string; readonly ticketIDs?: string; readonly image?: number }
      ) {
        yield* audit.append({ ...doneBy(user), companyID, at: yield* now, action: "tickets.read", subject, detail })
      })

      const list = Effect.fn("Tickets.list")(function* (user: LoggedInUser, { companyID, from, count }: TicketsQuery) {
        const rows = yield* sql<TicketRow>`
          SELECT t.ticket_id AS "ticketID", iso(t.created_at) AS "createdOn", c.name AS "companyName",
            ${sql.literal(personName("u", "t.company_id"))} || ' <' || u.email || '>' AS from, t.category, t.subject,
            ARRAY(SELECT i.name FROM ticket_images i WHERE i.ticket_id = t.ticket_id ORDER BY i.nth) AS images,
            t.company_id AS "companyID", t.sealed,
            ARRAY(SELECT f.name FROM facilities f WHERE f.facility_id = ANY(t.facility_ids)
              AND f.company_id = t.company_id ORDER BY f.name) AS facilities
          FROM tickets t JOIN users u USING (user_id) JOIN companies c ON c.company_id = t.company_id
          WHERE ${ofCompany(companyID)} ${from === undefined ? sql`` : sql`AND t.ticket_id < ${from}`}
          ORDER BY t.ticket_id DESC LIMIT ${count}`
        for (const [owner, tickets] of Map.groupBy(rows, (row) => row.companyID)) {
          const ticketIDs = tickets.map(({ ticketID }) => ticketID).join(" ")
          yield* read(user, owner, { subject: "tickets", ticketIDs })
        }
        return yield* Effect.forEach(rows, ({ sealed, ...ticket }) =>
          Effect.map(
            keyring.openText(ticket.companyID, about(ticket.ticketID, "description"), sealed),
            (description): Ticket => ({ ...ticket, description })
          )
        )
      }, Effect.orDie)

      const image = Effect.fn("Tickets.image")(function* (user: LoggedInUser, wanted: WantedImage) {
        const { companyID, ticketID } = wanted
        const nth = wanted.image - 1
        const [row] = yield* sql<{ owner: CompanyId; sealed: Uint8Array }>`
          SELECT t.company_id AS owner, i.sealed FROM ticket_images i JOIN tickets t USING (ticket_id)
          WHERE t.ticket_id = ${ticketID} AND i.nth = ${nth} AND ${ofCompany(companyID)}`
        if (row === undefined) return yield* new TicketNotFound({ data: { ticketID, image: wanted.image } })
        yield* read(user, row.owner, { subject: `ticket ${ticketID}`, image: wanted.image })
        const text = yield* keyring.openText(row.owner, about(ticketID, `image ${nth}`), row.sealed)
        const bytes = Buffer.from(text, "base64")
        const type = imageTypeOf(bytes)
        return type === null ? yield* Effect.die(new Error("a kept image is none")) : { bytes, type }
      }, asServerFault)

      return Tickets.of({
        list,
        image,
        begin: (user) => limiter.take(`ticket ${user.userID}`, limits.ticketPerUser, "support tickets"),
        create
      })
    })
  )
}
