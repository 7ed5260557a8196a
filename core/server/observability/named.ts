import { Effect, References, type Tracer } from "effect"

/**
 * Gives what a quick call does a span of this name, where spans are made. `Effect.fn` takes down besides where it was called from,
 * spans or not, which costs a reveal a twenty-fifth of this thread's time.
 */
export const named =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Exclude<R, Tracer.ParentSpan>> =>
    Effect.flatMap(References.TracerEnabled, (isTraced): Effect.Effect<A, E, R | Exclude<R, Tracer.ParentSpan>> =>
      isTraced ? Effect.withSpan(effect, name, { captureStackTrace: false }) : effect
    )
