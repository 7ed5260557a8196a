import { Clock, Effect, Result } from "effect"
import { lookPause } from "#core/jobs/lookPause.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { failureOf } from "#cli/output/failureOf.ts"

/** The pause before work is looked at again while the server is away, in milliseconds. */
const lookAgainEvery = 1_000

/** How long followed work waits for a server that is away, in milliseconds: longer than a restart. */
export const longestWait = 60_000

/** What followed work needs. */
export interface Following<Work, E, R> {
  readonly look: Effect.Effect<Work, E, R>
  /** Whether an error means that the server is away, as during a restart. */
  readonly isAway: (error: E) => boolean
  /** Whether the work isn't done yet. `mayContinue`: the server was away less than `longestWait` ago, and may continue the work. */
  readonly goesOn: (work: Work, mayContinue: boolean) => boolean
  /** For work that has stopped: how long the server may continue it, in milliseconds. */
  readonly continuesWithin?: number
  /** Gets each state; `wait` is in seconds while the server is away, otherwise null. */
  readonly show: (work: Work, now: number, wait: number | null) => void
}

/**
 * Polls work of the server until it is done. Waits for a server that is away, and then for it to continue the work; fails with
 * the last error if that takes too long.
 */
export const follow = Effect.fnUntraced(function* <Work, E, R>(
  started: Work,
  { look, isAway, goesOn, continuesWithin = 0, show }: Following<Work, E, R>
) {
  let work = started
  let away = false
  let waitsUntil = (yield* Clock.currentTimeMillis) + continuesWithin
  for (let looks = 0; ; looks++) {
    const now = yield* Clock.currentTimeMillis
    show(work, now, away ? Math.max(0, Math.ceil((waitsUntil - now) / 1000)) : null)
    if (!away && !goesOn(work, now < waitsUntil)) return work
    yield* Effect.sleep(away ? lookAgainEvery : lookPause(looks))
    const looked = yield* Effect.result(look)
    if (Result.isSuccess(looked)) {
      work = looked.success
      if (away) waitsUntil = (yield* Clock.currentTimeMillis) + longestWait
      away = false
      continue
    }
    const failedAt = yield* Clock.currentTimeMillis
    if (!isAway(looked.failure) || (away && failedAt >= waitsUntil)) return yield* Effect.fail(looked.failure)
    if (!away) waitsUntil = failedAt + longestWait
    away = true
  }
})

/** Whether an error of a call means that the server is away. */
export const isAwayFrom =
  (host: string) =>
  (error: unknown): boolean =>
    failureOf(error, host).facts.exit === exitCodes.network

/** What a terminal's status line says while the server is away. */
export const waitingText = (wait: number): string => `Waiting for the server (${wait} s)`

/** Says once in the output of a script that the server is away, and once that it is back. */
export const sayingAway = (talk: (text: string) => void): ((wait: number | null) => void) => {
  let waited = false
  return (wait) => {
    const waits = wait !== null
    if (waits !== waited) {
      talk(waits ? `The server isn't responding. Waiting up to ${wait} seconds.` : "The server is back.")
    }
    waited = waits
  }
}
