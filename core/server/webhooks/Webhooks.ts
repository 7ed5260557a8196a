import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { CompanyId, WebhookId } from "#core/base/ids.ts"
import { succeeded } from "#core/base/paging.ts"
import type {
  Delivery,
  DeliveryId,
  NewWebhook,
  Webhook,
  WebhookEdit,
  WebhookWithSecret
} from "#core/webhooks/Webhook.ts"
import {
  DeliveryNotFound,
  WebhookChangedMeanwhile,
  WebhookLimitReached,
  WebhookNotFound,
  WebhookPaused,
  WebhookRefused,
  WebhooksForAllFacilities,
  WebhookUrlTaken
} from "#core/webhooks/WebhookErrors.ts"
import { testEventType } from "#core/webhooks/webhookEvents.ts"
import {
  isLocalName,
  maxWebhooks,
  webhookEventList,
  webhookIssues,
  webhookOldSecretHours,
  webhookUrl
} from "#core/webhooks/webhookRules.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, type AuditEntry, doneBy } from "../audit/auditEntry.ts"
import { latestActor } from "../auth/latestActor.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { claimRequestKey, keepFirstAnswer } from "../db/requestKeys.ts"
import { hostRefusal, isPrivateHost } from "../fms/outgoingHosts.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { secretAbout } from "./deliverMessages.ts"
import { newWebhookSecret } from "./signMessage.ts"
import { WebhookCall } from "./WebhookCall.ts"
import { deliveryRows, webhookRows } from "./webhookSql.ts"

/** A page of the delivery log: messages before `from`, newest first. */
export interface DeliveryQuery {
  readonly from: DeliveryId | undefined
  readonly count: number
}

/** A company's webhooks and the log of their messages. The guard checks the access. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly list: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<Webhook>, WebhooksForAllFacilities>
    readonly add: (
      user: LoggedInUser,
      form: NewWebhook
    ) => Effect.Effect<
      WebhookWithSecret,
      WebhookRefused | WebhookUrlTaken | WebhookLimitReached | WebhooksForAllFacilities
    >
    /** The webhook before and after. If it is activated again, it gets only events from then on. */
    readonly edit: (
      user: LoggedInUser,
      id: WebhookId,
      form: WebhookEdit
    ) => Effect.Effect<
      { readonly before: Webhook; readonly after: Webhook; readonly unchanged: boolean },
      WebhookNotFound | WebhookRefused | WebhookUrlTaken | WebhooksForAllFacilities | WebhookChangedMeanwhile
    >
    /** Deletes a webhook. False if it was deleted before. */
    readonly remove: (
      user: LoggedInUser,
      id: WebhookId
    ) => Effect.Effect<boolean, WebhookNotFound | WebhooksForAllFacilities>
    /** Refused if the secret has been rotated since the webhook had this end of its older secret (`was`, or "none"). */
    readonly rotate: (
      user: LoggedInUser,
      id: WebhookId,
      was?: string
    ) => Effect.Effect<WebhookWithSecret, WebhookNotFound | WebhooksForAllFacilities | WebhookChangedMeanwhile>
    readonly test: (
      user: LoggedInUser,
      id: WebhookId
    ) => Effect.Effect<Delivery, WebhookNotFound | WebhookPaused | WebhooksForAllFacilities>
    readonly deliveries: (
      user: LoggedInUser,
      id: WebhookId,
      query: DeliveryQuery
    ) => Effect.Effect<ReadonlyArray<Delivery>, WebhookNotFound | WebhooksForAllFacilities>
    /** Sends a message again, with the same id. */
    readonly replay: (
      user: LoggedInUser,
      deliveryID: DeliveryId
    ) => Effect.Effect<Delivery, DeliveryNotFound | WebhookPaused | WebhooksForAllFacilities>
  }
>()("lockdesk/server/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents
      const keyring = yield* Keyring
      const { fms: outgoing } = yield* Settings
      const call = yield* WebhookCall

      const ofAll = (user: LoggedInUser) =>
        user.facilityIDs.length === 0 ? Effect.void : Effect.fail(new WebhooksForAllFacilities())

      const oneOf = Effect.fnUntraced(function* (user: LoggedInUser, id: WebhookId, hold = false) {
        if (hold) {
          yield* sql`SELECT FROM webhooks WHERE webhook_id = ${id} AND company_id = ${user.companyID} FOR UPDATE`
        }
        const [row] = yield* webhookRows(sql, user.companyID, yield* now, sql`AND w.webhook_id = ${id}`)
        return row ?? (yield* new WebhookNotFound({ data: { id } }))
      })

      const mustListen = ({ id, isActive, stopped }: Webhook) =>
        isActive ? Effect.void : Effect.fail(new WebhookPaused({ data: { id, stopped } }))

      /** Why no messages may be sent to an address. Names of this machine are refused like its private addresses. */
      const addressIssue = (url: string): string | null => {
        const notPublic = "Enter a public address that begins with https://."
        if (!URL.canParse(url)) return notPublic
        const address = new URL(url)
        const refusal = hostRefusal(address, outgoing)
        if (refusal?.code === "port-not-allowed") return "Leave the port out of the address."
        const isLocal = isLocalName(address.hostname) && !isPrivateHost(address, outgoing)
        return refusal !== null || isLocal ? notPublic : null
      }

      const checked = Effect.fnUntraced(function* (webhook: NewWebhook, isUsed = true) {
        const issues = [...webhookIssues(webhook)]
        const message = issues.length === 0 && isUsed ? addressIssue(webhook.url) : null
        if (message !== null) issues.push({ path: "url", message })
        if (issues.length > 0) return yield* new WebhookRefused({ data: { issues } })
      })

      /** Called after the record, which makes others of the company wait: two at once can't both get the URL. */
      const mustBeOnly = Effect.fnUntraced(function* (user: LoggedInUser, id: WebhookId, url: string) {
        const others = yield* sql<{ id: WebhookId; url: string }>`
          SELECT webhook_id AS id, url FROM webhooks WHERE company_id = ${user.companyID} AND webhook_id <> ${id}`
        const other = others.find((each) => new URL(each.url).href === new URL(url).href)
        if (other !== undefined) return yield* new WebhookUrlTaken({ data: { id: other.id } })
      })

      const record = Effect.fnUntraced(function* (
        user: LoggedInUser,
        at: string,
        action: Extract<AuditAction, `webhooks.${string}`>,
        id: WebhookId,
        detail: NonNullable<AuditEntry["detail"]>
      ) {
        const entry = { ...doneBy(user), at, action, subject: `webhook:${id}`, detail }
        const [appended] = yield* sql<AppendedAudit>`SELECT * FROM ${appendAudit(sql, audit.macs, entry)}`
        return appended
      })

      /** A change with its record in one transaction, followed by an event. */
      const changing = <A, E, R>(
        user: LoggedInUser,
        work: Effect.Effect<{ readonly value: A; readonly appended: AppendedAudit | undefined }, E, R>
      ) =>
        Effect.uninterruptible(
          Effect.gen(function* () {
            yield* ofAll(user)
            const { value, appended } = yield* sql.withTransaction(Effect.andThen(claimRequestKey(sql), work))
            yield* sql.afterCommit(call.open)
            if (appended !== undefined) {
              yield* Effect.ensuring(
                audit.witness(user.companyID, appended),
                live.tell(user.companyID, { event: "updateIntegrations" })
              )
            }
            return value
          })
        )

      /** The current end of the company's log: earlier records are not events for a new webhook. */
      const head = (companyID: CompanyId): Fragment =>
        sql`coalesce((SELECT h.seq FROM audit_heads h WHERE h.company_id = ${companyID}), 0)`

      const add = Effect.fn("Webhooks.add")(function* (user: LoggedInUser, form: NewWebhook) {
        const [url, events] = [webhookUrl(form.url), webhookEventList(form.events)]
        const made = Effect.gen(function* () {
          yield* checked({ url, events })
          const at = yield* now
          const rows = yield* sql<{ id: WebhookId }>`
            INSERT INTO webhooks (company_id, url, events, sealed, seen_seq, created_by, created_at)
            VALUES (${user.companyID}, ${url}, ${[...events]}::text[], ''::bytea, 0, ${user.userID},
              ${at}::timestamptz) RETURNING webhook_id AS id`
          const { id } = insertedRow(rows)
          const secret = newWebhookSecret()
          const appended = yield* record(user, at, "webhooks.create", id, {
            url,
            events: events.join(" ")
          })
          yield* mustBeOnly(user, id, url)
          const [counted] = yield* sql<{ n: number }>`
            SELECT count(*)::int AS n FROM webhooks WHERE company_id = ${user.companyID}`
          if ((counted?.n ?? 0) > maxWebhooks) return yield* new WebhookLimitReached()
          yield* sql`
            UPDATE webhooks SET sealed = ${yield* keyring.sealText(user.companyID, secretAbout(id), secret)},
              seen_seq = ${head(user.companyID)} WHERE webhook_id = ${id}`
          const value = { ...(yield* oneOf(user, id)), secret }
          yield* keepFirstAnswer(succeeded(value))
          return { value, appended }
        })
        return yield* changing(user, Effect.catchTag(made, "WebhookNotFound", Effect.die))
      }, asServerFault)

      const edit = Effect.fn("Webhooks.edit")(function* (user: LoggedInUser, id: WebhookId, form: WebhookEdit) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const before = yield* oneOf(user, id, true)
            const after = {
              url: form.url === undefined ? before.url : webhookUrl(form.url),
              events: webhookEventList(form.events ?? before.events),
              isActive: form.isActive ?? before.isActive
            }
            const [was, is] = [before, after].map(({ url, events, isActive }) => ({
              url,
              events: webhookEventList(events).join(" "),
              isActive
            }))
            const isSame = JSON.stringify(was) === JSON.stringify(is)
            if (!isSame && form.version !== undefined && form.version !== before.version) {
              return yield* new WebhookChangedMeanwhile({
                data: { id, version: before.version, updatedBy: before.updatedBy }
              })
            }
            const begins = after.isActive && !before.isActive
            // One whose address the settings no longer allow can still be paused.
            yield* checked(after, begins || after.url !== before.url)
            if (isSame) return { value: { before, after: before, unchanged: true }, appended: undefined }
            const appended = yield* record(user, yield* now, "webhooks.update", id, {
              ...is,
              fromUrl: before.url,
              fromEvents: before.events.join(" "),
              fromIsActive: before.isActive
            })
            if (after.url !== before.url) yield* mustBeOnly(user, id, after.url)
            yield* sql`
              UPDATE webhooks SET url = ${after.url}, events = ${[...after.events]}::text[], is_active = ${after.isActive},
                version = version + 1, updated_by = ${user.userID}, stopped = CASE WHEN ${after.isActive} THEN NULL ELSE stopped END,
                seen_seq = ${begins ? head(user.companyID) : sql`seen_seq`}
              WHERE webhook_id = ${id}`
            return { value: { before, after: yield* oneOf(user, id), unchanged: false }, appended }
          })
        )
      }, asServerFault)

      const remove = Effect.fn("Webhooks.remove")(function* (user: LoggedInUser, id: WebhookId) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            // The row is gone, but the audit log remembers it.
            const removed = yield* sql`
              SELECT FROM audit_records WHERE company_id = ${user.companyID} AND subject = ${`webhook:${id}`}
                AND action = 'webhooks.remove'`
            if (removed.length > 0) return { value: false, appended: undefined }
            const { url } = yield* oneOf(user, id, true)
            const appended = yield* record(user, yield* now, "webhooks.remove", id, { url })
            yield* sql`DELETE FROM webhooks WHERE webhook_id = ${id}`
            return { value: true, appended }
          })
        )
      }, asServerFault)

      const rotate = Effect.fn("Webhooks.rotate")(function* (user: LoggedInUser, id: WebhookId, was?: string) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const { url, oldSecretUntil, version } = yield* oneOf(user, id, true)
            if (was !== undefined && was !== (oldSecretUntil ?? "none")) {
              const updatedBy = yield* latestActor(sql, user.companyID, "webhooks.rotate", `webhook:${id}`)
              return yield* new WebhookChangedMeanwhile({ data: { id, version: version, updatedBy } })
            }
            const at = yield* now
            const secret = newWebhookSecret()
            const until = new Date(Date.parse(at) + webhookOldSecretHours * 3_600_000).toISOString()
            yield* sql`
              UPDATE webhooks SET old_sealed = sealed, old_until = ${until}::timestamptz,
                sealed = ${yield* keyring.sealText(user.companyID, secretAbout(id), secret)} WHERE webhook_id = ${id}`
            const appended = yield* record(user, at, "webhooks.rotate", id, { url, oldSecretUntil: until })
            return { value: { ...(yield* oneOf(user, id)), secret }, appended }
          })
        )
      }, asServerFault)

      const test = Effect.fn("Webhooks.test")(function* (user: LoggedInUser, id: WebhookId) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const webhook = yield* oneOf(user, id, true)
            yield* mustListen(webhook)
            const { url } = webhook
            const at = yield* now
            const body = JSON.stringify({ type: testEventType, timestamp: at, data: { webhookID: id, by: user.name } })
            const made = yield* sql<{ id: DeliveryId }>`
              INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
              VALUES (${id}, ${testEventType}, ${body}, ${at}::timestamptz, ${at}::timestamptz)
              RETURNING delivery_id AS id`
            const appended = yield* record(user, at, "webhooks.test", id, { url })
            const [value] = yield* deliveryRows(
              sql,
              user.companyID,
              sql`AND d.delivery_id = ${insertedRow(made).id}`,
              1
            )
            return { value: value ?? (yield* new WebhookNotFound({ data: { id } })), appended }
          })
        )
      }, asServerFault)

      const replay = Effect.fn("Webhooks.replay")(function* (user: LoggedInUser, deliveryID: DeliveryId) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const at = yield* now
            const which = sql`AND d.delivery_id = ${deliveryID}`
            const [found] = yield* deliveryRows(sql, user.companyID, which, 1)
            if (found === undefined) return yield* new DeliveryNotFound({ data: { deliveryID } })
            yield* oneOf(user, found.webhookID, true).pipe(
              Effect.catchTag("WebhookNotFound", () => Effect.fail(new DeliveryNotFound({ data: { deliveryID } }))),
              Effect.flatMap(mustListen)
            )
            yield* sql`
              UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_at = ${at}::timestamptz, sent_at = NULL,
                failure = NULL, runner = NULL, leased_until = NULL WHERE delivery_id = ${deliveryID}`
            const appended = yield* record(user, at, "webhooks.replay", found.webhookID, { deliveryID })
            const [value = found] = yield* deliveryRows(sql, user.companyID, which, 1)
            return { value, appended }
          })
        )
      }, asServerFault)

      return Webhooks.of({
        list: Effect.fn("Webhooks.list")(function* (user: LoggedInUser) {
          yield* ofAll(user)
          return yield* webhookRows(sql, user.companyID, yield* now, sql``)
        }, asServerFault),
        add,
        edit,
        remove,
        rotate,
        test,
        deliveries: Effect.fn("Webhooks.deliveries")(function* (
          user: LoggedInUser,
          id: WebhookId,
          { from, count }: DeliveryQuery
        ) {
          yield* ofAll(user)
          yield* oneOf(user, id)
          const before = from === undefined ? sql`` : sql`AND d.delivery_id < ${from}`
          return yield* deliveryRows(sql, user.companyID, sql`AND d.webhook_id = ${id} ${before}`, count)
        }, asServerFault),
        replay
      })
    })
  )
}
