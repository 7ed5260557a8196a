import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { agoText } from "#web/sync/agoText.ts"
import { freshness } from "#web/sync/freshness.ts"
import { Gather } from "#web/sync/Gather.ts"
import type { LockListState } from "#web/sync/LockListState.ts"
import { reachability, type ReachabilityState } from "#web/app/reachability.ts"
import { handTimer } from "./handTimer.ts"

const minute = 60_000
const at = 1_800_000_000_000

const list: LockListState = {
  phase: "stale",
  size: 3,
  total: null,
  restoring: false,
  checked: true,
  pulledAt: at - 2 * minute,
  revision: 1,
  failure: null,
  refused: false
}
const reach: ReachabilityState = { answers: true, offline: false }

describe("the freshness message", () => {
  it("is empty while the hub is live or hasn't been tried yet", () => {
    expect(freshness(list, "live", reach, at)).toBeNull()
    expect(freshness(list, "connecting", reach, at)).toBeNull()
  })

  it("reports the worst problem first, and the age of the data", () => {
    const statusOf = (hub: "off" | "live", more: Partial<ReachabilityState>, of: Partial<LockListState> = {}) => {
      const fresh = freshness({ ...list, ...of }, hub, { ...reach, ...more }, at)
      return `${fresh?.happened}; ${fresh?.age}`
    }
    expect(statusOf("off", {})).toBe("Live updates are off; last loaded 2 min ago")
    expect(statusOf("off", { answers: false })).toBe("Can't reach the server; last loaded 2 min ago")
    expect(statusOf("off", { answers: false, offline: true })).toBe("This device is offline; last loaded 2 min ago")
    expect(statusOf("off", {}, { pulledAt: null })).toBe("Live updates are off; locks are not loaded")
    expect(statusOf("live", {}, { failure: { error: "Too many requests.", next: "Wait." } })).toBe(
      "Locks: Too many requests; last loaded 2 min ago"
    )
  })

  it.each([
    [0, "just now"],
    [minute - 1, "just now"],
    [minute, "1 min ago"],
    [59 * minute, "59 min ago"],
    [60 * minute, "1 h ago"],
    [47 * 60 * minute, "47 h ago"],
    [48 * 60 * minute, "2 days ago"]
  ])("calls %d ms %s", (age, words) => {
    expect(agoText(age)).toBe(words)
  })
})

describe("server reachability", () => {
  beforeEach(() => {
    vi.stubGlobal("navigator", { onLine: true })
    reachability.answered()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("is good at first, and otherwise has a time and a reason", () => {
    expect(reachability.whyNot()).toBeNull()
    reachability.unanswered()
    reachability.unanswered()
    expect(reachability.state()).toEqual({ answers: false, offline: false })
    expect(reachability.whyNot()?.error).toBe("Can't reach the server.")
    reachability.wentOffline()
    expect(reachability.whyNot()?.error).toBe("This device is offline.")
    reachability.cameOnline()
    expect(reachability.state()).toEqual({ answers: false, offline: false })
    reachability.answered()
    expect(reachability.state()).toEqual({ answers: true, offline: false })
  })

  it("is offline after a failed request if the browser says so, also if a late response ended that", () => {
    vi.stubGlobal("navigator", { onLine: false })
    reachability.wentOffline()
    reachability.answered()
    expect(reachability.state()).toEqual({ answers: true, offline: false })
    reachability.unanswered()
    expect(reachability.whyNot()?.error).toBe("This device is offline.")
  })

  it("notifies subscribers only of changes", () => {
    let calls = 0
    const stop = reachability.subscribe(() => calls++)
    reachability.answered()
    reachability.unanswered()
    reachability.unanswered()
    reachability.answered()
    stop()
    reachability.unanswered()
    expect(calls).toBe(2)
  })
})

describe("collected events", () => {
  it("are delivered once, shortly after the first one, even if more arrive in between", () => {
    const timer = handTimer()
    const gathered: Array<ReadonlyArray<string>> = []
    const gather = new Gather(timer.after, 75, (topics) => gathered.push([...topics]))
    gather.add("locks")
    gather.add("locks")
    gather.add("users")
    expect(timer.waiting()).toEqual([75])
    timer.fire()
    expect(gathered).toEqual([["locks", "users"]])
    gather.add("facilities")
    gather.forget()
    expect(timer.waiting()).toEqual([])
    timer.fire()
    expect(gathered).toHaveLength(1)
  })
})
