import { PgClient } from "@effect/sql-pg"
import { Array, Context, Deferred, Effect, Layer, Option, Queue, Schedule, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { PayloadAssembler, splitPayload } from "./relayPayload.ts"

/** What one server process tells the others. */
export const RelayMessage = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("event"),
    companyID: Schema.optionalKey(Schema.Int),
    userID: Schema.optionalKey(Schema.Int),
    target: Schema.String,
    args: Schema.Array(Schema.Unknown)
  }),
  Schema.Struct({ kind: Schema.Literal("close"), sessionId: Schema.String, reason: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("forget"), sessionId: Schema.NullOr(Schema.String) })
])
export type RelayMessage = typeof RelayMessage.Type

/** What arrives from the others. A gap says that for a while nothing could arrive, so something may be missing. */
export type RelayArrival = RelayMessage | { readonly kind: "gap" }

const CHANNEL = "lockdesk_hub"

/** Messages that may wait for the database before the oldest are given up. */
const MOST_WAITING = 10_000

const BATCH = 100

/** How long messages gather after each statement: under a steady stream of changes, a statement for each took a tenth of their time. */
const GATHERING = "10 millis"

/** Waits longer after each failure, at most five seconds. */
const backOff = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const decode = Schema.decodeUnknownOption(RelayMessage)

/** Carries events and ended sessions between the server processes that share a database. */
export class HubRelay extends Context.Service<
  HubRelay,
  {
    /** Hands a message to the other processes. Returns at once and never fails; it is sent in order, soon. */
    readonly send: (message: RelayMessage) => Effect.Effect<void>
    /** What the other processes sent. Never holds what this process sent itself. */
    readonly arrivals: Queue.Dequeue<RelayArrival>
  }
>()("lockdesk/server/hub/HubRelay") {
  /** For one process alone, such as with the embedded database: there is nobody to send to. */
  static readonly layerLocal = Layer.effect(
    HubRelay,
    Effect.map(Queue.unbounded<RelayArrival>(), (arrivals) => HubRelay.of({ send: () => Effect.void, arrivals }))
  )

  /**
   * For several processes on one PostgreSQL server, over LISTEN and NOTIFY. Holds one connection of the pool for
   * itself and sends over the others, so the pool needs two at least. While the database is away, messages wait and
   * listening is tried again; the process lives on.
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
            return Effect.logError("A hub event is too large to reach the other server processes")
          })
      })
    })
  )
}

/** Listens for ever. Every time but the first it may have missed something, and says so once it listens again. */
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
        yield* Effect.logInfo("The hub hears the other server processes again")
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
        Effect.logWarning("The hub does not hear the other server processes; it keeps trying", error),
        Deferred.succeed(firstAttempt, undefined)
      )
    }),
    Effect.retry(backOff),
    Effect.orDie
  )
}

/** Sends for ever: the first at once, what comes soon after it together. Runs in no caller's transaction. */
const notify = (sql: PgClient.PgClient, outgoing: Queue.Dequeue<ReadonlyArray<string>>): Effect.Effect<void> =>
  Queue.takeBetween(outgoing, 1, BATCH).pipe(
    Effect.tap((messages) => {
      const payloads = Array.flatten(messages)
      // Nothing is lost with it that a server that has ended could still tell: its commit need not wait for the disk.
      const statement = sql`
        SELECT pg_notify(${CHANNEL}, payload)
        FROM set_config('synchronous_commit', 'off', true), unnest(${payloads}::text[]) AS payload`
      return statement.pipe(
        Effect.retry(Schedule.max([backOff, Schedule.recurs(25)])),
        Effect.catch((error) =>
          Effect.logError(`${messages.length} hub messages could not reach the other server processes`, error)
        )
      )
    }),
    Effect.flatMap(({ length }) => (length < BATCH ? Effect.sleep(GATHERING) : Effect.void)),
    Effect.forever
  )
