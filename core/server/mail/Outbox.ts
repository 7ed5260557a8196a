import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { mailReaderRoles, Role } from "#core/auth/roles.ts"
import type { Mail } from "#core/mail/Mail.ts"
import { Audit } from "../audit/Audit.ts"
import { doneBy } from "../audit/auditEntry.ts"
import { now } from "../db/now.ts"
import { Keyring } from "../secrets/Keyring.ts"
import type { Message } from "./Message.ts"

/** A page of the outbox: messages before `from`, newest first. */
export interface OutboxQuery {
  readonly from: number | undefined
  readonly count: number
}

/** What the body of a message is sealed about. */
export const aboutMail = (to: string): string => `mail\n${to}`

interface Row extends Omit<Mail, "body"> {
  readonly sealed: Uint8Array
}

/** The outbox: every message, with its body sealed, until it was sent or is old. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Writes a message down, to be kept here or, under a Message-ID, to be sent. Returns its number. */
    readonly add: (message: Message, messageId: string | null) => Effect.Effect<number>
    /**
     * Messages to people of the company the user acts for. Their bodies are for Super Admins, and each reading is in the audit
     * log before the answer; messages to Super Admins are for them alone.
     */
    readonly list: (user: LoggedInUser, query: OutboxQuery) => Effect.Effect<ReadonlyArray<Mail>>
  }
>()("lockdesk/server/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring
      const audit = yield* Audit

      const add = Effect.fn("Outbox.add")(function* (message: Message, messageId: string | null) {
        const { companyID, userID, to, subject, body } = message
        const sealed = yield* keyring.sealText(companyID, aboutMail(to), body)
        const at = yield* now
        const [added] = yield* sql<{ mail_id: number }>`
          INSERT INTO outbox (company_id, user_id, recipient, subject, sealed, created_at, state, message_id, next_at)
          VALUES (${companyID}, ${userID}, ${to}, ${subject}, ${sealed}, ${at}::timestamptz,
            ${messageId === null ? "kept" : "waiting"}, ${messageId}, ${messageId === null ? null : at}::timestamptz)
          RETURNING mail_id`
        return added?.mail_id ?? 0
      }, Effect.orDie)

      const rowsOf = (user: LoggedInUser, { from, count }: OutboxQuery) => sql<Row>`
        SELECT m.mail_id AS "mailID", m.recipient AS to, m.subject, m.sealed, iso(m.created_at) AS "createdOn", m.state,
          m.attempts, iso(m.next_at) AS "nextOn", iso(m.sent_at) AS "sentOn", m.failure
        FROM outbox m JOIN users u USING (user_id)
        WHERE m.company_id = ${user.companyID} ${from === undefined ? sql`` : sql`AND m.mail_id < ${from}`}
          ${user.roleID === Role.id.SuperAdmin ? sql`` : sql`AND u.role_id <> ${Role.id.SuperAdmin}`}
        ORDER BY m.mail_id DESC LIMIT ${count}`

      const list = Effect.fn("Outbox.list")(function* (user: LoggedInUser, query: OutboxQuery) {
        const rows = yield* rowsOf(user, query)
        const readable = mailReaderRoles.has(user.roleID) ? rows.filter(({ sealed }) => sealed.length > 0) : []
        if (readable.length > 0) {
          yield* audit.append({
            ...doneBy(user),
            at: yield* now,
            action: "outbox.read",
            subject: "outbox",
            detail: { mailIDs: readable.map(({ mailID }) => mailID).join(" ") }
          })
        }
        const bodies = new Map(
          yield* Effect.forEach(readable, ({ mailID, to, sealed }) =>
            Effect.map(keyring.openText(user.companyID, aboutMail(to), sealed), (body) => [mailID, body] as const)
          )
        )
        return rows.map(({ sealed: _sealed, ...mail }) => ({ ...mail, body: bodies.get(mail.mailID) ?? null }))
      }, Effect.orDie)

      return Outbox.of({ add, list })
    })
  )
}
