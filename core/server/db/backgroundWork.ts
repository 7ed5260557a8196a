import { Effect, type Latch } from "effect"
import { isAway } from "./databaseErrors.ts"

/** Background work whose failure is logged, unless the database is unavailable, which is reported elsewhere. */
export const logged =
  (message: string) =>
  <E, R>(work: Effect.Effect<void, E, R>): Effect.Effect<void, never, R> =>
    Effect.catchCause(work, (cause) => (isAway(cause) ? Effect.void : Effect.logWarning(message, cause)))

/** How often to look for work of a server that was killed, in milliseconds. */
const looksEvery = 30_000

/** Looks for work in the database: now, whenever `woken` opens, and for what a killed server left. Until the scope closes. */
export const keepLooking = <R>(look: Effect.Effect<void, never, R>, woken: Latch.Latch) =>
  woken.close.pipe(
    Effect.andThen(look),
    Effect.andThen(Effect.race(woken.await, Effect.sleep(looksEvery))),
    Effect.forever,
    Effect.forkScoped
  )
