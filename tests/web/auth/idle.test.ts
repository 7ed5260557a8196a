import { describe, expect, it } from "vitest"
import { idleness, signOfLifeEvery, warnBefore } from "#web/app/idle.ts"

const minute = 60_000
const timeout = 10 * minute

describe("an idle browser", () => {
  it("gets no warning until a minute before the web timeout", () => {
    expect(idleness(0, 0, timeout)).toEqual({ kind: "active", for: 9 * minute })
    expect(idleness(9 * minute - 1, 0, timeout)).toEqual({ kind: "active", for: 1 })
  })

  it("is warned in the last minute, and signed out when the time is up", () => {
    expect(idleness(9 * minute, 0, timeout)).toEqual({ kind: "warned", left: warnBefore })
    expect(idleness(timeout - 1, 0, timeout)).toEqual({ kind: "warned", left: 1 })
    expect(idleness(timeout, 0, timeout)).toEqual({ kind: "over" })
    expect(idleness(100 * timeout, 0, timeout)).toEqual({ kind: "over" })
  })

  it("counts from the last activity in any tab", () => {
    expect(idleness(20 * minute, 15 * minute, timeout)).toEqual({ kind: "active", for: 4 * minute })
  })

  it("is warned for half of a timeout shorter than two minutes", () => {
    expect(idleness(0, 0, minute)).toEqual({ kind: "active", for: minute / 2 })
    expect(idleness(minute / 2, 0, minute)).toEqual({ kind: "warned", left: minute / 2 })
  })

  it("sends a keepalive well before the server's own timeout", () => {
    expect(signOfLifeEvery(timeout)).toBe(2.5 * minute)
    expect(signOfLifeEvery(7 * 24 * 60 * minute)).toBe(5 * minute)
  })
})
