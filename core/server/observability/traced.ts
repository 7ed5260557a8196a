import { Effect, References } from "effect"

/**
 * Like `Effect.fn`, for functions called so often that its overhead matters: `Effect.fn` records its caller even without
 * tracing. The spans are the same.
 */
export const traced =
  <Args extends ReadonlyArray<unknown>, A, E, R>(name: string, call: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (enabled) =>
      enabled ? Effect.withSpan(call(...args), name) : call(...args)
    )
