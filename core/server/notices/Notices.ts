import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { CompanyNotFound } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, NoticeId, UserId } from "#core/base/ids.ts"
import { BroadcastAudience } from "#core/notices/broadcastAudiences.ts"
import type { Notice, NoticeKind } from "#core/notices/Notice.ts"
import { BroadcastRefused } from "#core/notices/NoticeErrors.ts"
import { broadcastIssues, type BroadcastRequest } from "#core/notices/noticeRules.ts"
import { Audit } from "../audit/Audit.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { claimRequestKey } from "../db/requestKeys.ts"
import { LiveEvents } from "../live/LiveEvents.ts"

/** A notice before it is stored. */
export interface NewNotice {
  /** The company concerned; null for an announcement. */
  readonly companyID: CompanyId | null
  readonly kind: NoticeKind
  readonly message: string
  /** The suggested next step. */
  readonly next?: string
  /** The path of the console screen that shows more. */
  readonly path?: string
}

/** A page of an inbox: notices before `from`, newest first. */
interface InboxQuery {
  readonly from: NoticeId | undefined
  readonly count: number
  readonly unread: boolean
  readonly mobile: boolean
}

/** Announcements for mobile users are not shown in the console. */
const isMobile = (audience: number): boolean => audience === BroadcastAudience.id.MobileUsers

/** Notifies people: stored in their inboxes, and pushed to those who are signed in. */
export class Notices extends Context.Service<
  Notices,
  {
    /**
     * Puts a notice into the inbox of each active user, in the transaction of the change that it reports. Returns how to push it
     * after the commit.
     */
    readonly store: (userIDs: ReadonlyArray<UserId>, notice: NewNotice) => Effect.Effect<Effect.Effect<void>, SqlError>
    /** Stores a notice and pushes it. Never fails: call it after the change is committed. */
    readonly send: (userIDs: ReadonlyArray<UserId>, notice: NewNotice) => Effect.Effect<void>
    /** The user's own notices, newest first. */
    readonly list: (user: LoggedInUser, query: InboxQuery) => Effect.Effect<ReadonlyArray<Notice>>
    /** Marks the user's notices as read, all or up to one of them; returns how many were unread. */
    readonly read: (user: LoggedInUser, upTo: number | undefined) => Effect.Effect<number>
    /** Sends an announcement to an audience (000 §3), with an audit record in the sender's company. */
    readonly broadcast: (
      user: LoggedInUser,
      request: BroadcastRequest & { readonly kind: NoticeKind }
    ) => Effect.Effect<{ readonly noticeID: NoticeId; readonly recipients: number }, BroadcastRefused | CompanyNotFound>
  }
>()("lockdesk/server/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const live = yield* LiveEvents
      const audit = yield* Audit

      /** Stores a notice for the active users among `recipients`; returns its id and their ids. */
      const keep = Effect.fnUntraced(function* (
        { companyID, kind, message, next, path }: NewNotice,
        recipients: Fragment,
        mobile = false
      ) {
        const kept = yield* sql<{ noticeID: NoticeId; userIDs: ReadonlyArray<UserId> }>`
          WITH n AS (
            INSERT INTO notices (company_id, kind, message, next, path, mobile, created_at)
            VALUES (${companyID}, ${kind}, ${message}, ${next ?? null}, ${path ?? null}, ${mobile}, ${yield* now}::timestamptz)
            RETURNING notice_id),
          r AS (
            INSERT INTO notice_recipients (notice_id, user_id)
            SELECT n.notice_id, u.user_id FROM n, users u WHERE u.is_active AND ${recipients}
            RETURNING user_id)
          SELECT n.notice_id AS "noticeID", coalesce((SELECT array_agg(user_id) FROM r), '{}') AS "userIDs" FROM n`
        return insertedRow(kept)
      })

      const eventOf = (noticeID: NoticeId, { companyID, kind, message, next, path }: NewNotice) => ({
        event: kind === "success" ? ("notifySuccess" as const) : ("notifyWarning" as const),
        noticeID,
        message,
        ...(next === undefined ? {} : { next }),
        ...(path === undefined ? {} : { path }),
        ...(companyID === null ? {} : { companyID })
      })

      const store = Effect.fn("Notices.store")(function* (userIDs: ReadonlyArray<UserId>, notice: NewNotice) {
        if (userIDs.length === 0) return Effect.void
        const kept = yield* keep(notice, sql`u.user_id = ANY(${[...new Set(userIDs)]}::int[])`)
        const event = eventOf(kept.noticeID, notice)
        return Effect.forEach(kept.userIDs, (userID) => live.tellUser(userID, event), { discard: true })
      })

      const send = Effect.fn("Notices.send")(
        (userIDs: ReadonlyArray<UserId>, notice: NewNotice) => Effect.flatten(store(userIDs, notice)),
        Effect.catchCause((cause) => Effect.logError("Failed to store a notification", cause))
      )

      const list = Effect.fn("Notices.list")(
        (user: LoggedInUser, { from, count, unread, mobile }: InboxQuery) => sql<Notice>`
          SELECT n.notice_id AS "noticeID", n.kind, n.message, n.next, n.path, n.company_id AS "companyID",
            c.name AS "companyName", iso(n.created_at) AS "createdOn", iso(r.read_at) AS "readOn"
          FROM notice_recipients r JOIN notices n USING (notice_id) LEFT JOIN companies c USING (company_id)
          WHERE r.user_id = ${user.userID} ${from === undefined ? sql`` : sql`AND r.notice_id < ${from}`}
            ${unread ? sql`AND r.read_at IS NULL` : sql``} ${mobile ? sql`` : sql`AND NOT n.mobile`}
          ORDER BY r.notice_id DESC LIMIT ${count}`,
        Effect.orDie
      )

      const read = Effect.fn("Notices.read")(function* (user: LoggedInUser, upTo: number | undefined) {
        const rows = yield* sql`
          UPDATE notice_recipients SET read_at = ${yield* now}::timestamptz
          WHERE user_id = ${user.userID} AND read_at IS NULL
            ${upTo === undefined ? sql`` : sql`AND notice_id <= ${upTo}`} RETURNING 1`
        return rows.length
      }, Effect.orDie)

      const recipientsOf = ({ audience, toCompanyID, toUserID }: BroadcastRequest): Fragment =>
        audience === BroadcastAudience.id.UsersInSpecificCompany
          ? sql`u.company_id = ${toCompanyID ?? 0}`
          : audience === BroadcastAudience.id.SpecificUser
            ? sql`u.user_id = ${toUserID ?? 0}`
            : sql`true`

      /** Checks that the company or user named in an announcement exists. */
      const findNamed = Effect.fnUntraced(function* ({ toCompanyID, toUserID }: BroadcastRequest) {
        if (toCompanyID !== undefined) {
          const [company] = yield* Effect.orDie(sql`SELECT FROM companies WHERE company_id = ${toCompanyID}`)
          if (company === undefined) return yield* new CompanyNotFound({ data: { companyID: toCompanyID } })
        }
        if (toUserID === undefined) return
        const [person] = yield* Effect.orDie(sql`SELECT FROM users WHERE user_id = ${toUserID} AND is_active`)
        const message = `There is no active user ${toUserID}.`
        if (person === undefined)
          return yield* new BroadcastRefused({ data: { issues: [{ path: "toUserID", message }] } })
      })

      const broadcast = Effect.fn("Notices.broadcast")(function* (
        user: LoggedInUser,
        request: BroadcastRequest & { readonly kind: NoticeKind }
      ) {
        const issues = broadcastIssues(request)
        if (issues.length > 0) return yield* new BroadcastRefused({ data: { issues } })
        yield* findNamed(request)
        const { audience, kind, toCompanyID, toUserID } = request
        const notice = { companyID: null, kind, message: request.message.trim() }
        yield* Effect.orDie(
          audit.append({
            companyID: user.companyID,
            at: yield* now,
            userID: user.userID,
            action: "notices.broadcast",
            subject: BroadcastAudience.label(audience),
            detail: { message: notice.message, toCompanyID: toCompanyID ?? null, toUserID: toUserID ?? null }
          })
        )
        const { noticeID, userIDs } = yield* Effect.orDie(
          sql.withTransaction(
            Effect.andThen(claimRequestKey(sql), keep(notice, recipientsOf(request), isMobile(audience)))
          )
        )
        const event = eventOf(noticeID, notice)
        if (toUserID !== undefined) yield* live.tellUser(toUserID, event)
        else if (toCompanyID !== undefined) yield* live.tell(toCompanyID, event)
        else if (!isMobile(audience)) yield* live.tellEveryone(event)
        return { noticeID, recipients: userIDs.length }
      })

      return Notices.of({ store, send, list, read, broadcast })
    })
  )
}
