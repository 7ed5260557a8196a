import { Clock, Context, Effect, Layer } from "effect"
import { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { Limit } from "../Settings.ts"

/** Keys remembered at once; the oldest are forgotten beyond it, so that made-up keys cannot fill the memory. */
const maxKeys = 100_000

/** Counts what may be done only so often: sign-ins, reveals, uses of one-time addresses. One process's count. */
export class Limiter extends Context.Service<
  Limiter,
  {
    /** Takes one of `limit` under `key`, or refuses with the seconds to wait. */
    readonly take: (key: string, limit: Limit) => Effect.Effect<void, TooManyRequests>
    /** Gives the latest back: what it was taken for does not count after all. */
    readonly giveBack: (key: string) => Effect.Effect<void>
    /** Gives them all back. */
    readonly forgive: (key: string) => Effect.Effect<void>
  }
>()("lockdesk/server/Limiter") {
  static readonly layer = Layer.sync(Limiter, () => {
    const taken = new Map<string, Array<number>>()
    return Limiter.of({
      take: (key, limit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const since = now - limit.seconds * 1000
          const recent = taken.get(key) ?? []
          const first = recent.findIndex((at) => at > since)
          recent.splice(0, first < 0 ? recent.length : first)
          // Last in, last forgotten.
          taken.delete(key)
          taken.set(key, recent)
          const oldest = recent[0]
          if (oldest !== undefined && recent.length >= limit.times) {
            const retryAfter = Math.max(1, Math.ceil((oldest - since) / 1000))
            return Effect.fail(new TooManyRequests({ data: { retryAfter } }))
          }
          recent.push(now)
          if (taken.size > maxKeys) taken.delete(taken.keys().next().value ?? key)
          return Effect.void
        }),
      giveBack: (key) => Effect.sync(() => void taken.get(key)?.pop()),
      forgive: (key) => Effect.sync(() => void taken.delete(key))
    })
  })
}
