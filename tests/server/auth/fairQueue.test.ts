import { describe, expect, it } from "vitest"
import { FairQueue } from "#server/auth/FairQueue.ts"

describe("the fair queue", () => {
  it("serves clients in turn, however many requests one of them has", () => {
    const queue = new FairQueue(2)
    const started: Array<string> = []
    const enter = (name: string) => queue.enter(name.charAt(0), () => started.push(name))
    for (const name of ["a1", "a2", "a3", "a4", "a5", "b1", "c1", "b2"]) enter(name)
    expect(started).toEqual(["a1", "a2"])
    for (let nth = 0; nth < 6; nth += 1) queue.leave()
    expect(started.slice(2)).toEqual(["a3", "b1", "c1", "a4", "b2", "a5"])
  })

  it("serves known clients, in turn, before all others", () => {
    const queue = new FairQueue(1)
    const started: Array<string> = []
    const enter = (name: string, known: boolean) => queue.enter(name.charAt(0), () => started.push(name), known)
    for (const name of ["s1", "t1", "u1"]) enter(name, false)
    for (const name of ["k1", "k2", "l1"]) enter(name, true)
    for (let nth = 0; nth < 5; nth += 1) queue.leave()
    expect(started).toEqual(["s1", "k1", "l1", "k2", "t1", "u1"])
  })

  it("frees its slots when no client waits", () => {
    const queue = new FairQueue(1)
    let started = 0
    for (let nth = 0; nth < 3; nth += 1) {
      queue.enter("a", () => (started += 1))
      queue.leave()
    }
    expect(started).toBe(3)
  })
})
