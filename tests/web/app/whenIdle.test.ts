import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { whenIdle } from "#web/app/whenIdle.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("waits only briefly in a browser that can't tell when it is idle", () => {
  let runs = 0
  whenIdle(() => runs++)
  const giveUp = whenIdle(() => runs++)
  giveUp()
  vi.advanceTimersByTime(200)
  expect(runs).toBe(1)
})

it("waits until the user has stopped typing, unless canceled", async () => {
  const page = new EventTarget()
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.resetModules()
  const { betweenKeys } = await import("#web/app/whenIdle.ts")
  const press = () => page.dispatchEvent(new Event("keydown"))
  const ran: Array<string> = []
  press()
  betweenKeys(() => ran.push("kept"))
  const giveUp = betweenKeys(() => ran.push("canceled"))
  vi.advanceTimersByTime(900)
  press()
  vi.advanceTimersByTime(900)
  expect(ran).toEqual([])
  giveUp()
  vi.advanceTimersByTime(1_000)
  expect(ran).toEqual(["kept"])
})
