import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import type { Mail, MailId } from "#core/mail/Mail.ts"
import { MailFileNotFound, MailNotFound } from "#core/mail/MailErrors.ts"
import { mailReading } from "#core/mail/mailRules.ts"
import { Audit } from "../audit/Audit.ts"
import { doneBy } from "../audit/auditEntry.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { Keyring } from "../secrets/Keyring.ts"
import type { Message } from "./Message.ts"
import { openAttachment, openMessage, type SealedAttachment, sealMessage, type SealedMessage } from "./sealedMessage.ts"

/** A page of the outbox: messages before `from`, newest first. */
export interface OutboxQuery {
  readonly from: MailId | undefined
  readonly count: number
  /** Whether texts are included; without them nothing has to be audited. */
  readonly texts: boolean
}

interface Row extends Omit<Mail, "body" | "to">, SealedMessage {
  readonly link_apart: boolean
}

/** The outbox: every message, with its sealed body until it is sent or too old. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Stores a message, to stay here or (with a Message-ID) to be sent. Returns its number. */
    readonly add: (message: Message, messageId: string | null) => Effect.Effect<MailId>
    /**
     * Messages of the company the user acts for; `mailReading` decides how much of each the user may read. Each reading is
     * audited before the response. Only Super Admins see messages to Super Admins; users restricted to some facilities see only
     * messages to themselves or caused by themselves.
     */
    readonly list: (user: LoggedInUser, query: OutboxQuery) => Effect.Effect<ReadonlyArray<Mail>>
    /** How many messages the user can list. */
    readonly count: (user: LoggedInUser) => Effect.Effect<number>
    /** One message, under the same rules. */
    readonly show: (user: LoggedInUser, mailID: MailId) => Effect.Effect<Mail, MailNotFound>
    /** The attachment of a message whose text the user may read. The reading is audited before the response. */
    readonly file: (
      user: LoggedInUser,
      mailID: MailId
    ) => Effect.Effect<{ readonly name: string; readonly bytes: Uint8Array }, MailNotFound | MailFileNotFound>
  }
>()("lockdesk/server/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring
      const audit = yield* Audit

      const add = Effect.fn("Outbox.add")(function* (message: Message, messageId: string | null) {
        const { companyID, userID, to, subject, asked } = message
        const { sealed, sealedLink, sealedAttachment } = yield* sealMessage(keyring, message)
        const at = yield* now
        const added = yield* sql<{ mail_id: MailId }>`
          INSERT INTO outbox (company_id, user_id, recipient, subject, sealed, sealed_link, link_apart, created_at, state, message_id,
            next_at, attachment_name, sealed_attachment, asked_by, asked_path)
          VALUES (${companyID}, ${userID}, ${to}, ${subject}, ${sealed}, ${sealedLink}, true, ${at}::timestamptz,
            ${messageId === null ? "kept" : "waiting"}, ${messageId}, ${messageId === null ? null : at}::timestamptz,
            ${message.attachment?.name ?? null}, ${sealedAttachment}, ${asked?.by ?? null}, ${asked?.path ?? null})
          RETURNING mail_id`
        return insertedRow(added).mail_id
      }, Effect.orDie)

      const listedBy = (user: LoggedInUser) => sql`
        FROM outbox m JOIN users u USING (user_id)
        WHERE m.company_id = ${user.companyID}
          ${user.roleID === Role.id.SuperAdmin ? sql`` : sql`AND u.role_id <> ${Role.id.SuperAdmin}`}
          ${user.facilityIDs.length === 0 ? sql`` : sql`AND (m.user_id = ${user.userID} OR lower(m.recipient) = ${user.email.toLowerCase()})`}`

      const rowsOf = (user: LoggedInUser, which: Fragment, count: number) => sql<Row>`
        SELECT m.mail_id AS "mailID", m.company_id, m.recipient, m.subject, m.sealed, m.sealed_link,
          m.link_apart, iso(m.created_at) AS "createdOn", m.state,
          CASE WHEN m.sealed_attachment IS NULL THEN NULL ELSE m.attachment_name END AS attachment,
          m.attempts, iso(m.next_at) AS "nextOn", iso(m.sent_at) AS "sentOn", m.failure
        ${listedBy(user)} ${which}
        ORDER BY m.mail_id DESC LIMIT ${count}`

      const read = Effect.fnUntraced(function* (user: LoggedInUser, rows: ReadonlyArray<Row>, texts: boolean) {
        const readingOf = (row: Row) => mailReading(user, { to: row.recipient, linkApart: row.link_apart })
        const readable = rows.filter((row) => texts && row.sealed.length > 0 && readingOf(row) !== "none")
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
          yield* Effect.forEach(readable, (row) =>
            Effect.map(openMessage(keyring, row, readingOf(row) === "whole"), (body) => [row.mailID, body] as const)
          )
        )
        return rows.map((row): Mail => {
          const {
            mailID,
            recipient: to,
            subject,
            attachment,
            createdOn,
            state,
            attempts,
            nextOn,
            sentOn,
            failure
          } = row
          const body = bodies.get(mailID) ?? null
          return { mailID, to, subject, body, attachment, createdOn, state, attempts, nextOn, sentOn, failure }
        })
      }, Effect.orDie)

      const list = Effect.fn("Outbox.list")(function* (user: LoggedInUser, { from, count, texts }: OutboxQuery) {
        const which = from === undefined ? sql`` : sql`AND m.mail_id < ${from}`
        return yield* read(user, yield* Effect.orDie(rowsOf(user, which, count)), texts)
      })

      const count = Effect.fn("Outbox.count")(function* (user: LoggedInUser) {
        const [counted] = yield* sql<{ n: number }>`SELECT count(*)::int AS n ${listedBy(user)}`
        return counted?.n ?? 0
      }, Effect.orDie)

      const show = Effect.fn("Outbox.show")(function* (user: LoggedInUser, mailID: MailId) {
        const rows = yield* Effect.orDie(rowsOf(user, sql`AND m.mail_id = ${mailID}`, 1))
        const [mail] = yield* read(user, rows, true)
        return mail ?? (yield* new MailNotFound({ data: { mailID } }))
      })

      const file = Effect.fn("Outbox.file")(function* (user: LoggedInUser, mailID: MailId) {
        const [row] = yield* Effect.orDie(sql<SealedMessage & SealedAttachment & { readonly link_apart: boolean }>`
          SELECT m.company_id, m.recipient, m.sealed, m.sealed_link, m.link_apart, m.attachment_name, m.sealed_attachment
          ${listedBy(user)} AND m.mail_id = ${mailID}`)
        if (row === undefined) return yield* new MailNotFound({ data: { mailID } })
        // Users who may not read the text may not read the file.
        const reading = mailReading(user, { to: row.recipient, linkApart: row.link_apart })
        if (reading === "none" || row.sealed_attachment === null) {
          return yield* new MailFileNotFound({ data: { mailID } })
        }
        yield* Effect.orDie(
          audit.append({
            ...doneBy(user),
            at: yield* now,
            action: "outbox.file",
            subject: "outbox",
            detail: { mailID, file: row.attachment_name }
          })
        )
        const opened = yield* Effect.orDie(openAttachment(keyring, row))
        return opened ?? (yield* new MailFileNotFound({ data: { mailID } }))
      })

      return Outbox.of({ add, list, count, show, file })
    })
  )
}
