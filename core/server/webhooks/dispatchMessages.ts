import { Clock, Effect, type Latch, Queue, Ref } from "effect"
import type { WebhookId } from "#core/base/ids.ts"
import { type Came, claimAfter, type Claimed, recordFailure, sendMessage } from "./deliverMessages.ts"
import type { WebhookTimes } from "./WebhookTimes.ts"

interface Outcome {
  readonly message: Claimed
  readonly came: Came
  /** When the attempt ended, in milliseconds: the delay before the next one starts then. */
  readonly at: number
}

/** How long to batch results after the first one, in milliseconds: they are stored together. */
const linger = 10

/**
 * Sends due messages concurrently while its scope is open. `due` is open when there may be some, except to `withheld` webhooks;
 * `logged` logs a failure.
 * Results are stored together with the next lease, so that each message costs a fraction of a statement. While the database is
 * unavailable, results are kept.
 */
export const dispatchMessages = Effect.fnUntraced(function* (
  runner: string,
  times: WebhookTimes,
  due: Latch.Latch,
  withheld: Ref.Ref<ReadonlyArray<WebhookId>>,
  logged: <E, R>(work: Effect.Effect<void, E, R>) => Effect.Effect<void, never, R>
) {
  const scope = yield* Effect.scope
  const inFlight = new Map<WebhookId, number>()
  const outcomes = new Set<Outcome>()
  const landed = yield* Queue.sliding<void>(1)

  const leave = ({ webhookID }: Claimed): void => {
    const left = (inFlight.get(webhookID) ?? 0) - 1
    if (left > 0) inFlight.set(webhookID, left)
    else inFlight.delete(webhookID)
  }
  /** Sends a message. An error before sending is logged, and the message is retried after its lease expires. */
  const attempt = (message: Claimed) =>
    logged(
      Effect.gen(function* () {
        const came = yield* sendMessage(message, times)
        outcomes.add({ message, came, at: yield* Clock.currentTimeMillis })
      })
    ).pipe(
      Effect.ensuring(
        Effect.suspend(() => {
          leave(message)
          return Queue.offer(landed, undefined)
        })
      )
    )

  const turn = Effect.gen(function* () {
    const sent = [...outcomes].filter(({ came }) => came.kind === "sent")
    for (const outcome of outcomes) {
      const { message, came, at } = outcome
      if (came.kind === "sent") continue
      yield* recordFailure(message, runner, came, at, times)
      outcomes.delete(outcome)
    }
    const at = yield* Clock.currentTimeMillis
    const ids = sent.map(({ message }) => message.id)
    const claimed = yield* claimAfter(ids, inFlight, runner, at, times, yield* Ref.get(withheld))
    for (const outcome of sent) outcomes.delete(outcome)
    for (const message of claimed) inFlight.set(message.webhookID, (inFlight.get(message.webhookID) ?? 0) + 1)
    yield* Effect.forEach(claimed, (message) => Effect.forkIn(attempt(message), scope), { discard: true })
  })

  // Before the first look, nobody knows which webhooks are withheld.
  yield* due.await
  return yield* Effect.forever(
    Effect.gen(function* () {
      // Closed before the turn: a message that comes during it gets a turn of its own.
      yield* due.close
      yield* logged(turn)
      if (inFlight.size > 0) {
        yield* Effect.race(Queue.take(landed), due.await)
        yield* Effect.sleep(linger)
      } else if (outcomes.size > 0) {
        // Results came during the turn (stored at once), or the turn failed (tried again later).
        yield* Effect.race(Queue.take(landed), Effect.sleep(times.every))
      } else yield* due.await
    })
  )
})
