import type { After } from "#web/sync/LiveHub.ts"

/** A timer that a test fires manually. */
export interface HandTimer {
  readonly after: After
  /** The delays of pending callbacks in milliseconds. */
  readonly waiting: () => ReadonlyArray<number>
  /** Runs the pending callbacks. */
  readonly fire: () => void
}

export const handTimer = (): HandTimer => {
  const waits = new Map<() => void, number>()
  return {
    after: (delay, run) => {
      const wait = () => run()
      waits.set(wait, delay)
      return () => waits.delete(wait)
    },
    waiting: () => [...waits.values()],
    fire: () => {
      const runs = [...waits.keys()]
      waits.clear()
      for (const run of runs) run()
    }
  }
}
