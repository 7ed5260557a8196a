import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import type { Mail } from "#core/mail/Mail.ts"
import { now } from "../db/now.ts"
import { Keyring } from "../secrets/Keyring.ts"
import type { Message } from "./Message.ts"

/** A page of the outbox: messages before `from`, newest first. */
export interface OutboxQuery {
  readonly from: number | undefined
  readonly count: number
}

const about = (to: string): string => `mail\n${to}`

/** The local outbox: messages stay here, sealed, until they are read. */
export class Outbox extends Context.Service<
  Outbox,
  {
    readonly add: (message: Message) => Effect.Effect<void>
    /**
     * Messages to people of the company the user acts for. Those to Super Admins are shown to Super Admins only: an
     * address in them makes whoever reads it one.
     */
    readonly list: (user: LoggedInUser, query: OutboxQuery) => Effect.Effect<ReadonlyArray<Mail>>
  }
>()("lockdesk/server/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring

      const add = Effect.fn("Outbox.add")(function* ({ companyID, userID, to, subject, body }: Message) {
        const sealed = yield* keyring.sealText(companyID, about(to), body)
        yield* sql`
          INSERT INTO outbox (company_id, user_id, recipient, subject, sealed, created_at)
          VALUES (${companyID}, ${userID}, ${to}, ${subject}, ${sealed}, ${yield* now}::timestamptz)`
      }, Effect.orDie)

      const list = Effect.fn("Outbox.list")(function* (user: LoggedInUser, { from, count }: OutboxQuery) {
        const rows = yield* sql<Omit<Mail, "body"> & { readonly sealed: Uint8Array }>`
          SELECT m.mail_id AS "mailID", m.recipient AS to, m.subject, m.sealed, iso(m.created_at) AS "createdOn"
          FROM outbox m JOIN users u USING (user_id)
          WHERE m.company_id = ${user.companyID} ${from === undefined ? sql`` : sql`AND m.mail_id < ${from}`}
            ${user.roleID === Role.id.SuperAdmin ? sql`` : sql`AND u.role_id <> ${Role.id.SuperAdmin}`}
          ORDER BY m.mail_id DESC LIMIT ${count}`
        return yield* Effect.forEach(rows, ({ sealed, ...mail }) =>
          Effect.map(keyring.openText(user.companyID, about(mail.to), sealed), (body) => ({ ...mail, body }))
        )
      }, Effect.orDie)

      return Outbox.of({ add, list })
    })
  )
}
