import { randomUUID } from "node:crypto"
import { type Cause, Effect, Latch, Layer, Ref, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError } from "effect/sql/SqlError"
import type { WebhookId } from "#core/base/ids.ts"
import { arrayText } from "../db/arrayText.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import { now } from "../db/now.ts"
import { FmsHttp } from "../fms/FmsHttp.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { Notices } from "../notices/Notices.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { collectOnce } from "./collectEvents.ts"
import { dispatchMessages } from "./dispatchMessages.ts"
import { purgeMessages } from "./purgeMessages.ts"
import { withheldWebhooks } from "./withheldWebhooks.ts"
import { WebhookCall } from "./WebhookCall.ts"
import type { WebhookTimes } from "./WebhookTimes.ts"

/** The pause, in intervals, while there is no active webhook. One added through another process waits until its end. */
const pausesWithout = 10

/** Repeats something while there is more to do; errors are logged, and retried next time. */
const drained = <E, R>(next: Effect.Effect<boolean, E, R>, what: string) =>
  Effect.repeat(next, { while: (more) => more }).pipe(Effect.catchCause((cause) => logFailure(what, cause)))

/** Logs a failure, except an unavailable database, which is already reported elsewhere. */
const logFailure = (what: string, cause: Cause.Cause<unknown>) =>
  cause.reasons.some((reason) => "error" in reason && isSqlError(reason.error) && isDatabaseUnavailable(reason.error))
    ? Effect.void
    : Effect.logError(what, cause)

/** Makes messages due that wait for a time from before a clock was set back. */
const bringForward = Effect.fnUntraced(function* (at: string, { longestWait }: WebhookTimes) {
  const sql = yield* SqlClient.SqlClient
  const latest = new Date(latestTime(Date.parse(at), longestWait))
  const ahead = sql`state = 'waiting' AND next_at > ${latest}`
  // Usually there are none, and looking costs no write.
  const [found] = yield* sql`SELECT FROM webhook_deliveries WHERE ${ahead} LIMIT 1`
  if (found !== undefined) yield* sql`UPDATE webhook_deliveries SET next_at = ${at}::timestamptz WHERE ${ahead}`
})

/** Whether there are events to process and messages to send, for webhooks that are not withheld. */
const workThere = Effect.fnUntraced(function* (at: string, withheld: ReadonlyArray<WebhookId>) {
  const sql = yield* SqlClient.SqlClient
  const held = sql`${arrayText(withheld)}::int[]`
  const [found] = yield* sql<{ readonly events: boolean; readonly messages: boolean }>`
    SELECT EXISTS (
        SELECT FROM webhooks w JOIN audit_heads h ON h.company_id = w.company_id
        WHERE w.is_active AND h.seq > w.seen_seq AND NOT w.webhook_id = ANY(${held})) AS events,
      EXISTS (
        SELECT FROM webhook_deliveries e JOIN webhooks v USING (webhook_id)
        WHERE e.state = 'waiting' AND e.next_at <= ${at}::timestamptz AND v.is_active AND NOT v.webhook_id = ANY(${held})
          AND (e.leased_until IS NULL OR e.leased_until <= ${at}::timestamptz)) AS messages`
  return found ?? { events: false, messages: false }
})

/** Creates messages from events and sends them while the server runs; old ones are deleted every hour. */
export const webhookRunner = Layer.effectDiscard(
  Effect.gen(function* () {
    const { webhooks: times } = yield* Settings
    if (times.every === Number.POSITIVE_INFINITY) return
    const runner = randomUUID()
    const call = yield* WebhookCall
    const due = yield* Latch.make()
    const withheld = yield* Ref.make<ReadonlyArray<WebhookId>>([])
    const collect = Effect.tap(
      Effect.flatMap(Effect.all([now, Ref.get(withheld)]), ([at, held]) => collectOnce(at, held)),
      () => due.open
    )
    const look = Effect.gen(function* () {
      const at = yield* now
      const { withheld: held, listens } = yield* withheldWebhooks(at)
      yield* Ref.set(withheld, held)
      if (!listens) return false
      yield* bringForward(at, times)
      const { events, messages } = yield* workThere(at, held)
      if (events) yield* drained(collect, "Events could not be collected for webhooks")
      if (events || messages) yield* due.open
      return true
    })
    const listens = Effect.catchCause(look, (cause) =>
      Effect.as(logFailure("Failed to maintain webhooks", cause), true)
    )
    yield* Effect.forkScoped(
      Effect.forever(
        Effect.gen(function* () {
          yield* call.close
          const pause = (yield* listens) ? times.every : times.every * pausesWithout
          yield* Effect.race(Effect.sleep(pause), call.await)
        })
      )
    )
    const http = yield* FmsHttp
    const keyring = yield* Keyring
    const notices = yield* Notices
    const live = yield* LiveEvents
    const logged = Effect.catchCause((cause: Cause.Cause<unknown>) =>
      logFailure("Failed to send webhook messages", cause)
    )
    yield* dispatchMessages(runner, times, due, withheld, logged).pipe(
      Effect.provideService(FmsHttp, http),
      Effect.provideService(Keyring, keyring),
      Effect.provideService(Notices, notices),
      Effect.provideService(LiveEvents, live),
      Effect.forkScoped
    )
    yield* Effect.forkScoped(
      Effect.repeat(
        drained(Effect.as(purgeMessages(times), false), "Old messages of webhooks could not be deleted"),
        Schedule.spaced("1 hour")
      )
    )
  })
).pipe(Layer.provide(FmsHttp.layer))
