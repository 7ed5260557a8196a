import { randomUUID } from "node:crypto"
import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError } from "effect/sql/SqlError"
import { deliveriesKeptDays } from "#core/webhooks/webhookRules.ts"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import { now } from "../db/now.ts"
import { FmsHttp } from "../fms/FmsHttp.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { collectNext } from "./collectEvents.ts"
import { deliverNext } from "./deliverMessages.ts"

/** Messages on their way at once. */
const lanes = 4

/** Does something as long as there is more; what goes wrong is logged, and tried again at the next turn. */
const drained = <E, R>(next: Effect.Effect<boolean, E, R>, what: string) =>
  Effect.repeat(next, { while: (more) => more }).pipe(
    Effect.catchCause((cause) =>
      // When the database is away everybody hears of it; there is nothing to add.
      cause.reasons.some(
        (reason) => "error" in reason && isSqlError(reason.error) && isDatabaseUnavailable(reason.error)
      )
        ? Effect.void
        : Effect.logError(what, cause)
    )
  )

/** Makes messages of events and sends them, for as long as the server runs; old ones are deleted every hour. */
export const webhookRunner = Layer.effectDiscard(
  Effect.gen(function* () {
    const { webhooks: times } = yield* Settings
    const sql = yield* SqlClient.SqlClient
    const runner = randomUUID()
    const collect = Effect.flatMap(now, collectNext)
    const turn = (next: Effect.Effect<unknown, never, SqlClient.SqlClient>) =>
      Effect.forkScoped(Effect.forever(Effect.andThen(next, Effect.sleep(times.every))))
    yield* turn(drained(collect, "Events could not be collected for webhooks"))
    const http = yield* FmsHttp
    const keyring = yield* Keyring
    const deliver = deliverNext(runner, times).pipe(
      Effect.provideService(FmsHttp, http),
      Effect.provideService(Keyring, keyring)
    )
    for (let nth = 0; nth < lanes; nth += 1) yield* turn(drained(deliver, "Messages of webhooks could not be sent"))
    const purge = Effect.gen(function* () {
      const before = new Date((yield* Clock.currentTimeMillis) - deliveriesKeptDays * 24 * 3_600_000)
      yield* sql`DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < ${before}`
    })
    yield* Effect.forkScoped(
      Effect.repeat(
        drained(Effect.as(purge, false), "Old messages of webhooks could not be deleted"),
        Schedule.spaced("1 hour")
      )
    )
  })
).pipe(Layer.provide(FmsHttp.layer))
