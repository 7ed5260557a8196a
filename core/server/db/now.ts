import { Clock, Effect } from "effect"

/** This moment, as it is written into a statement (`${at}::timestamptz`). From the clock, so that tests can move it. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString()
)
