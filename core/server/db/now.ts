import { Clock, Effect } from "effect"

/** The current time for use in a statement (`${at}::timestamptz`). From the clock, so that tests can control it. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString()
)
