import { expect, it, vi } from "vitest"
import { whenIdle } from "#web/app/whenIdle.ts"

it("waits only briefly in a browser that can't tell when it is idle", () => {
  vi.useFakeTimers()
  try {
    let runs = 0
    whenIdle(() => runs++)
    const giveUp = whenIdle(() => runs++)
    giveUp()
    vi.advanceTimersByTime(200)
    expect(runs).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})
