import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { PayloadAssembler, splitPayload } from "#server/hub/relayPayload.ts"

const split = (origin: string, number: number, value: unknown): ReadonlyArray<string> => {
  const payloads = splitPayload(origin, number, value)
  if (payloads === null) throw new Error("too large")
  return payloads
}

describe("notification payloads", () => {
  it("stay under 8000 bytes and are reassembled, even if several senders mix", () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: "binary", minLength: 0, maxLength: 300 }).map((text) => ({ long: text.repeat(200) }))
    )
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.nat()), (values, choices) => {
        const queues = values.map((item, sender) => [...split(`there-${sender}`, 7, item)])
        const assembler = new PayloadAssembler("here")
        const arrived: Array<unknown> = []
        while (queues.some((queue) => queue.length > 0)) {
          const waiting = queues.filter((queue) => queue.length > 0)
          const payload = waiting[(choices.next().value ?? 0) % waiting.length]?.shift() ?? ""
          expect(Buffer.byteLength(payload)).toBeLessThan(8000)
          const message = assembler.take(payload)
          if (message !== undefined) arrived.push(message)
        }
        const sorted = (items: ReadonlyArray<unknown>): ReadonlyArray<string> =>
          items.map((item) => JSON.stringify(item)).sort()
        expect(sorted(arrived)).toEqual(sorted(values))
      }),
      { numRuns: 100 }
    )
  })

  it("from the process itself are skipped", () => {
    expect(new PayloadAssembler("here").take(split("here", 0, { kind: "close" })[0] ?? "")).toBeUndefined()
    expect(new PayloadAssembler("there").take(split("here", 0, { kind: "close" })[0] ?? "")).toEqual({ kind: "close" })
  })

  it("that are foreign, broken or repeated do no harm", () => {
    const assembler = new PayloadAssembler("here")
    for (const payload of ["", "hello", "a.1.0.1:{", "a.1.5.2:1", "a.1.0.9999:1", "a.1.0.0:", "a.1.0.1:", "..:.:"]) {
      expect(assembler.take(payload)).toBeUndefined()
    }
    const [first = "", second = ""] = split("there", 1, "x".repeat(10_000))
    expect(assembler.take(first)).toBeUndefined()
    expect(assembler.take(first)).toBeUndefined()
    expect(assembler.take(second)).toBe("x".repeat(10_000))
  })

  it("that are sent twice count once", () => {
    const assembler = new PayloadAssembler("here")
    const large = split("there", 1, "x".repeat(10_000))
    const sent = [...split("there", 0, "a"), ...large.slice(0, 1), ...split("there", 0, "a"), ...large, ...large]
    const again = [...sent, ...split("there", 2, "b"), ...split("elsewhere", 0, "c"), ...split("there", 2, "b")]
    const arrived = again.map((payload) => assembler.take(payload)).filter((value) => value !== undefined)
    expect(arrived).toEqual(["a", "x".repeat(10_000), "b", "c"])
  })

  it("that never become complete are dropped after a while", () => {
    const assembler = new PayloadAssembler("here")
    const halves = Array.from({ length: 70 }, (_, sender) => split(`there-${sender}`, 0, "x".repeat(10_000)))
    for (const [first] of halves) assembler.take(first ?? "")
    const newestFirst = halves.toReversed()
    const complete = newestFirst
      .map(([, second]) => assembler.take(second ?? ""))
      .filter((value) => value !== undefined)
    expect(complete).toHaveLength(64)
  })

  it("that are too large to broadcast are not created", () => {
    expect(splitPayload("here", 0, "x".repeat(1_500_000))).not.toBeNull()
    expect(splitPayload("here", 0, "x".repeat(1_600_000))).toBeNull()
  })
})
