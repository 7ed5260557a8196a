import { Array, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { unrestrictedRoles } from "#core/auth/roles.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { countText } from "#core/base/countText.ts"
import { listedNames } from "#core/base/listedNames.ts"
import { shortText } from "#core/base/shortText.ts"
import { keepLooking, logged } from "../db/backgroundWork.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { type NewNotice, Notices } from "../notices/Notices.ts"
import { Mailer } from "./Mailer.ts"

/** A message that was given up, of somebody who waits for it. */
interface Undelivered {
  readonly companyID: CompanyId
  /** Whose message it is. */
  readonly userID: UserId
  readonly askedBy: UserId
  /** The API key that caused it, in words; null for a person. */
  readonly key: string | null
  readonly path: string | null
  readonly to: string
  readonly subject: string
  readonly failure: string
}

/** The length to which a notice cuts the reason. */
const longestReason = 120

/** The notice about messages that one user caused in one company. */
const undeliveredNotice = (messages: Array.NonEmptyReadonlyArray<Undelivered>): NewNotice => {
  const [{ companyID, to, failure, subject, path, key }, ...more] = messages
  const addresses = listedNames(messages.map((each) => each.to))
  return more.length === 0
    ? {
        companyID,
        kind: "warning",
        message: `${key === null ? "Your email" : `An email of the ${key}`} to ${to} wasn't delivered: ${shortText(failure.replace(/\.$/, ""), longestReason)}.`,
        next: `Check the address, then send "${subject}" again.`,
        ...(path === null ? {} : { path })
      }
    : {
        companyID,
        kind: "warning",
        message: `${countText(messages.length)} of ${key === null ? "your emails" : `the emails of the ${key}`} weren't delivered, to ${addresses}.`,
        next: "Check the addresses, then send them again."
      }
}

/**
 * Notifies people of messages they caused that can't be delivered, once: an invitation, an offer of a facility, the confirmation of
 * a new email. For those of an API key, the user who created it is notified, if their role still may change users. Messages given
 * up while more of the same person's are about to be sent share a notice, as those of an import do. One that was sent again,
 * perhaps to another address, is left to the later one.
 */
export const undeliveredMail = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { gaveUp } = yield* Mailer
    const notices = yield* Notices
    const live = yield* LiveEvents

    /** Stores the notices. Returns how to push them after the commit. */
    const report = Effect.gen(function* () {
      const messages = yield* sql<Undelivered & { readonly repeated: boolean }>`
        UPDATE outbox m SET reported = true WHERE mail_id IN (
          SELECT mail_id FROM outbox f WHERE state = 'failed' AND asked_by IS NOT NULL AND NOT reported AND NOT EXISTS (
            SELECT FROM outbox w WHERE w.state = 'waiting' AND w.asked_by = f.asked_by
              AND (w.attempts = 0 OR w.leased_until IS NOT NULL))
          FOR UPDATE SKIP LOCKED)
        RETURNING company_id AS "companyID", user_id AS "userID", asked_path AS path, recipient AS to,
          coalesce((SELECT w.user_id FROM api_keys k JOIN users w ON w.user_id = k.created_by
            WHERE k.user_id = m.asked_by AND w.company_id = m.company_id
              AND ${sql.in("w.role_id", [...unrestrictedRoles])}), m.asked_by) AS "askedBy",
          (SELECT 'API key ' || k.name FROM api_keys k WHERE k.user_id = m.asked_by) AS key,
          subject, coalesce(failure, '') AS failure, EXISTS (
            SELECT FROM outbox l WHERE l.user_id = m.user_id AND l.asked_by IS NOT NULL AND l.subject = m.subject
              AND l.mail_id > m.mail_id) AS repeated`
      const groups = Map.groupBy(
        messages.filter(({ repeated }) => !repeated),
        ({ companyID, askedBy, key }) => `${companyID} ${askedBy} ${key ?? ""}`
      )
      return yield* Effect.forEach([...groups.values()].filter(Array.isArrayNonEmpty), (group) => {
        const [{ companyID, askedBy }] = group
        const userIDs = [...new Set(group.map(({ userID }) => userID))]
        return Effect.map(notices.store([askedBy], undeliveredNotice(group)), (push) =>
          // The list of users shows it, too.
          Effect.andThen(push, live.tell(companyID, { event: "updateUser", userIDs }))
        )
      })
    })

    const look = sql.withTransaction(report).pipe(
      Effect.flatMap((pushes) => Effect.all(pushes, { discard: true })),
      logged("Failed to notify people of undelivered messages")
    )
    yield* keepLooking(look, gaveUp)
  })
)
