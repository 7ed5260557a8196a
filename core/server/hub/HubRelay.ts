import { PgClient } from "@effect/sql-pg"
import { Array, Context, Deferred, Effect, Layer, Option, Queue, Schedule, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { PayloadAssembler, splitPayload } from "./relayPayload.ts"

/** A message between server processes. */
export const RelayMessage = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("event"),
    companyID: Schema.optionalKey(CompanyId),
    userID: Schema.optionalKey(UserId),
    target: Schema.String,
    args: Schema.Array(Schema.Unknown)
  }),
  Schema.Struct({ kind: Schema.Literal("close"), sessionId: Schema.String, reason: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("forget"), sessionId: Schema.NullOr(Schema.String) })
])
export type RelayMessage = typeof RelayMessage.Type

/** Messages from the other processes. A gap means that messages may have been missed. */
export type RelayArrival = RelayMessage | { readonly kind: "gap" }

const CHANNEL = "lockdesk_hub"

/** How many messages may wait for the database before the oldest are dropped. */
const MOST_WAITING = 10_000

const BATCH = 100

/**
 * How long to batch messages after each statement: under a steady stream of changes, a statement per message took a tenth of
 * their time.
 */
const GATHERING = "10 millis"

/** Waits longer after each failure, at most five seconds. */
const backOff = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const decode = Schema.decodeUnknownOption(RelayMessage)

/** Carries events and ended sessions between the server processes that share a database. */
export class HubRelay extends Context.Service<
  HubRelay,
  {
    /** Queues a message for the other processes. Returns immediately and never fails; messages are sent in order. */
    readonly send: (message: RelayMessage) => Effect.Effect<void>
    /** Messages from the other processes, never those of this one. */
    readonly arrivals: Queue.Dequeue<RelayArrival>
  }
>()("lockdesk/server/hub/HubRelay") {
  /** For a single process, such as with the embedded database: there are no others. */
  static readonly layerLocal = Layer.effect(
    HubRelay,
    Effect.map(Queue.unbounded<RelayArrival>(), (arrivals) => HubRelay.of({ send: () => Effect.void, arrivals }))
  )

  /**
   * For several processes on one PostgreSQL server, over LISTEN and NOTIFY. Needs at least two pool connections: it keeps one
   * for listening and sends over the others. While the database is unavailable, messages wait and listening is retried; the
   * process keeps running.
   */
  static readonly layerPostgres = Layer.effect(
    HubRelay,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const origin = randomUUID()
      const outgoing = yield* Queue.sliding<ReadonlyArray<string>>(MOST_WAITING)
      const arrivals = yield* Queue.unbounded<RelayArrival>()
      const firstAttempt = yield* Deferred.make<void>()
      yield* Effect.forkScoped(listen(sql, origin, arrivals, firstAttempt))
      yield* Effect.forkScoped(notify(sql, outgoing))
      yield* Deferred.await(firstAttempt)
      let number = 0
      return HubRelay.of({
        arrivals,
        send: (message) =>
          Effect.suspend(() => {
            const payloads = splitPayload(origin, number++, message)
            if (payloads !== null) return Queue.offer(outgoing, payloads)
            return Effect.logError("A hub event is too large to send to the other server processes")
          })
      })
    })
  )
}

/** Listens forever. After each reconnect it reports a gap, because messages may have been missed. */
const listen = (
  sql: PgClient.PgClient,
  origin: string,
  arrivals: Queue.Enqueue<RelayArrival>,
  firstAttempt: Deferred.Deferred<void>
): Effect.Effect<void> => {
  let missed = false
  const once: Effect.Effect<never, SqlError> = Effect.scoped(
    Effect.gen(function* () {
      const notifications = yield* sql.listen(CHANNEL)
      const assembler = new PayloadAssembler(origin)
      if (missed) {
        yield* Queue.offer(arrivals, { kind: "gap" })
        yield* Effect.logInfo("Reconnected to the other server processes")
      }
      yield* Deferred.succeed(firstAttempt, undefined)
      return yield* Effect.forever(
        Effect.flatMap(Queue.take(notifications), ({ payload }) => {
          const message = Option.getOrUndefined(decode(assembler.take(payload)))
          return message === undefined ? Effect.void : Queue.offer(arrivals, message)
        })
      )
    })
  )
  return once.pipe(
    Effect.tapError((error) => {
      missed = true
      return Effect.andThen(
        Effect.logWarning("Lost the connection to the other server processes; retrying", error),
        Deferred.succeed(firstAttempt, undefined)
      )
    }),
    Effect.retry(backOff),
    Effect.orDie
  )
}

/** Sends forever: the first message immediately, and those that follow soon together. Never runs in a caller's transaction. */
const notify = (sql: PgClient.PgClient, outgoing: Queue.Dequeue<ReadonlyArray<string>>): Effect.Effect<void> =>
  Queue.takeBetween(outgoing, 1, BATCH).pipe(
    Effect.tap((messages) => {
      const payloads = Array.flatten(messages)
      // Losing it in a crash is harmless, so its commit need not wait for the disk.
      const statement = sql`
        SELECT pg_notify(${CHANNEL}, payload)
        FROM set_config('synchronous_commit', 'off', true), unnest(${payloads}::text[]) AS payload`
      return statement.pipe(
        Effect.retry(Schedule.max([backOff, Schedule.recurs(25)])),
        Effect.catch((error) =>
          Effect.logError(`${messages.length} hub messages could not be sent to the other server processes`, error)
        )
      )
    }),
    Effect.flatMap(({ length }) => (length < BATCH ? Effect.sleep(GATHERING) : Effect.void)),
    Effect.forever
  )
