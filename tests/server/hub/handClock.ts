import type { HubClock } from "#server/hub/hubClock.ts"

/** A clock that only a test advances. */
export interface HandClock extends HubClock {
  /** Advances the time, and runs timers that become due in order. */
  readonly advance: (millis: number) => void
}

/** Creates a clock that starts at zero. */
export const makeHandClock = (): HandClock => {
  const timers = new Set<{ due: number; readonly millis: number; readonly run: () => void }>()
  let now = 0
  return {
    now: () => now,
    every: (millis, run) => {
      const timer = { due: now + millis, millis, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: (millis) => {
      const end = now + millis
      for (;;) {
        const next = [...timers].sort((a, b) => a.due - b.due)[0]
        if (next === undefined || next.due > end) break
        now = next.due
        next.due += next.millis
        next.run()
      }
      now = end
    }
  }
}
