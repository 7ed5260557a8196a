import { Effect, References } from "effect"

/**
 * As `Effect.fn`, for what is called so often that its price counts: `Effect.fn` remembers where it was called from also while nobody
 * traces. The spans are the same.
 */
export const traced =
  <Args extends ReadonlyArray<unknown>, A, E, R>(name: string, call: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (enabled) =>
      enabled ? Effect.withSpan(call(...args), name) : call(...args)
    )
