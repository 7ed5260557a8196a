import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { LockAlreadyActive, SerialNotFound } from "#core/activation/ActivationErrors.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { callFailureOf, CallFailure } from "#web/app/CallFailure.ts"
import { ActivationQueue } from "#web/features/activation/ActivationQueue.ts"
import { type ActivationLine, countLines, linesOf, textOf } from "#web/features/activation/activationLines.ts"

const maple = FacilityId.make(1)
const harbor = FacilityId.make(2)

const offline = (): CallFailure =>
  new CallFailure({
    problem: null,
    offline: true,
    cancelled: false,
    words: { error: "Can't reach the server.", next: "Check your connection. Nothing you typed was lost." }
  })

/** A server that the test answers for, in order. */
const slowServer = (kept: { text: string | null } = { text: null }) => {
  const asked: Array<string> = []
  const settled: Array<ActivationLine> = []
  const answers: Array<{
    readonly yes: (lock: { lockID: LockId; unchanged?: boolean }) => void
    readonly no: (error: unknown) => void
  }> = []
  const queue = new ActivationQueue({
    activate: (serialCode) => {
      asked.push(serialCode)
      const { promise, resolve, reject } = Promise.withResolvers<{ lockID: LockId; unchanged?: boolean }>()
      answers.push({ yes: resolve, no: reject })
      return promise
    },
    now: () => 1_000,
    kept: {
      read: () => kept.text,
      write: (text) => {
        kept.text = text
      }
    },
    onSettled: (line) => void settled.push(line)
  })
  const next = async (
    answer: { readonly lockID: LockId; readonly unchanged?: boolean } | { readonly error: unknown }
  ): Promise<void> => {
    const one = answers.shift() ?? expect.unreachable("nothing was asked")
    if ("error" in answer) one.no(answer.error)
    else one.yes(answer)
    await Effect.runPromise(Effect.yieldNow)
    await new Promise(setImmediate)
  }
  const states = (): ReadonlyArray<string> =>
    queue.state().lines.map(({ serialCode, state }) => `${serialCode} ${state.kind}`)
  return { queue, asked, settled, next, states, kept }
}

const refused = (problem: unknown): CallFailure => callFailureOf(problem)

describe("the activation queue", () => {
  it("sends one at a time in order, while more arrive", async () => {
    const { queue, asked, next, states } = slowServer()
    queue.add("10000001", maple)
    queue.add("10000002", maple)
    expect(asked).toEqual(["10000001"])
    await next({ lockID: LockId.make(1) })
    queue.add("10000003", maple)
    expect(asked).toEqual(["10000001", "10000002"])
    await next({ error: refused(new SerialNotFound()) })
    await next({ lockID: LockId.make(3) })
    expect(asked).toEqual(["10000001", "10000002", "10000003"])
    expect(states()).toEqual(["10000001 activated", "10000002 failed", "10000003 activated"])
  })

  it("sends a duplicate scan once, adds a line that says so, and can send it for another facility", async () => {
    const { queue, asked, next, settled } = slowServer()
    queue.add("10000001", maple)
    queue.add("10000001", maple)
    await next({ lockID: LockId.make(1) })
    queue.add("10000001", maple)
    expect(asked).toEqual(["10000001"])
    expect(
      queue.state().lines.map(({ state }) => (state.kind === "failed" ? state.failure.error : state.kind))
    ).toEqual([
      "activated",
      "You scanned this lock twice. We're already sending it.",
      "You scanned this lock twice. It's already activated."
    ])
    expect(settled.map(({ state }) => state.kind)).toEqual(["failed", "activated", "failed"])
    expect(queue.retry()).toBe(0)
    queue.clearFailed()
    expect(queue.state().lines).toHaveLength(1)
    // A different facility is a new request, which the server refuses.
    queue.add("10000001", harbor)
    await next({
      error: refused(
        new LockAlreadyActive({ data: { lockID: LockId.make(1), facilityID: maple, facilityName: "Maple Street" } })
      )
    })
    expect(queue.state().lines.at(-1)?.state).toMatchObject({
      kind: "failed",
      failure: { code: "LockAlreadyActive", error: "This lock is already activated at Maple Street", lockID: 1 }
    })
    queue.add("10000001", harbor)
    expect(asked).toEqual(["10000001", "10000001", "10000001"])
    expect(queue.state().lines).toHaveLength(2)
  })

  it("keeps a misread label on a separate line, and one without a facility until one is chosen", async () => {
    const { queue, asked, next, states } = slowServer()
    queue.add("1000001", maple)
    queue.add("1000000210000003", maple)
    queue.add("10000004", null)
    queue.add("10000005", maple)
    expect(queue.state().lines.map(({ state }) => (state.kind === "failed" ? state.failure : state.kind))).toEqual([
      {
        code: "Misread",
        error: "Serial Code must be 8 digits.",
        next: "7 characters were read. Scan the label again."
      },
      {
        code: "Misread",
        error: "Serial Code must be 8 digits.",
        next: "16 characters were read. Scan the label again."
      },
      { code: "NoFacility", error: "Please select a facility first", next: expect.any(String) },
      "sending"
    ])
    await next({ lockID: LockId.make(5) })
    expect(queue.retry()).toBe(0)
    expect(queue.retry(undefined, harbor)).toBe(1)
    await next({ lockID: LockId.make(4) })
    expect(asked).toEqual(["10000005", "10000004"])
    expect(states()).toEqual(["1000001 failed", "1000000210000003 failed", "10000004 activated", "10000005 activated"])
    expect(countLines(queue.state().lines, 1_000)).toMatchObject({ activated: 2, failed: 2, sendable: 0 })
  })

  it("keeps unanswered scans while the server is offline, sends nothing automatically, and sends all on retry", async () => {
    const { queue, asked, next, states } = slowServer()
    for (const serial of ["10000001", "10000002", "10000003"]) queue.add(serial, maple)
    await next({ error: offline() })
    expect(asked).toEqual(["10000001"])
    expect(states()).toEqual(["10000001 failed", "10000002 failed", "10000003 failed"])
    expect(queue.retry()).toBe(3)
    // It had been activated, but the response was lost.
    await next({ lockID: LockId.make(7), unchanged: true })
    await next({ lockID: LockId.make(8) })
    // This one was never sent before, so it was already active.
    await next({ lockID: LockId.make(9), unchanged: true })
    expect(states()).toEqual(["10000001 activated", "10000002 activated", "10000003 activated"])
    const before = queue.state().lines.map(({ state }) => state.kind === "activated" && state.unchanged === true)
    expect(before).toEqual([false, false, true])
    expect(asked).toEqual(["10000001", "10000001", "10000002", "10000003"])
  })

  it("retries or removes a single line", async () => {
    const { queue, asked, next, states } = slowServer()
    for (const serial of ["10000001", "10000002"]) {
      queue.add(serial, maple)
      await next({ error: refused(new SerialNotFound()) })
    }
    const [first, second] = queue.state().lines
    queue.clearFailed(first?.id)
    expect(states()).toEqual(["10000002 failed"])
    expect(queue.retry(second?.id)).toBe(1)
    await next({ lockID: LockId.make(2) })
    expect(asked).toEqual(["10000001", "10000002", "10000002"])
    queue.clearFailed()
    expect(states()).toEqual(["10000002 activated"])
  })

  it("drops responses after the session ends, and sends nothing more of it", async () => {
    const { queue, asked, next, settled, kept } = slowServer()
    queue.add("10000001", maple)
    queue.add("10000002", maple)
    queue.forget()
    // As the end of a session does.
    kept.text = null
    await next({ lockID: LockId.make(1) })
    expect(queue.state().lines).toEqual([])
    expect(kept.text).toBeNull()
    expect(settled).toEqual([])
    queue.add("10000003", maple)
    await next({ lockID: LockId.make(3) })
    expect(asked).toEqual(["10000001", "10000003"])
  })

  it("is restored after a reload, with unanswered lines left to retry", async () => {
    const kept = { text: null as string | null }
    const before = slowServer(kept)
    for (const serial of ["10000001", "10000002", "10000003"]) before.queue.add(serial, maple)
    await before.next({ lockID: LockId.make(1) })
    const { queue, asked, next, states } = slowServer(kept)
    expect(states()).toEqual(["10000001 activated", "10000002 failed", "10000003 failed"])
    expect(asked).toEqual([])
    queue.retry()
    await next({ lockID: LockId.make(2), unchanged: true })
    expect(states()[1]).toBe("10000002 activated")
    expect(queue.add("10000004", maple).id).toBeGreaterThan(3)
  })
})

describe("the activation list", () => {
  const activated = (id: LockId, at: number): ActivationLine => ({
    id,
    serialCode: String(10_000_000 + id),
    facilityID: maple,
    state: { kind: "activated", at, lockID: id }
  })

  it("counts lines, and the rate of the last minute", () => {
    const lines = [activated(LockId.make(1), 0), activated(LockId.make(2), 30_000), activated(LockId.make(3), 60_000)]
    expect(countLines(lines, 60_001)).toEqual({
      activated: 3,
      waiting: 0,
      failed: 0,
      repeated: 0,
      sendable: 0,
      lastMinute: 2
    })
  })

  it("is stored with up to a thousand of the newest activated lines, and ignores invalid data", () => {
    const lines = Array.from({ length: 1_200 }, (_, nth) => activated(LockId.make(nth + 1), nth))
    const kept = linesOf(textOf(lines))
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([1_000, 201, 1_200])
    expect(linesOf("nonsense")).toEqual([])
    expect(textOf([])).toBeNull()
  })
})
