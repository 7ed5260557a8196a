import { CompanyId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { readSightings, remember, type Sightings, sightingLine, writeSightings } from "#server/audit/sightings.ts"

const hash = (n: number): string => n.toString(16).padStart(64, "0")
const seeing = (...heads: ReadonlyArray<readonly [seq: number, hash: number]>): Sightings | undefined => {
  let seen: Sightings | undefined
  for (const [seq, n] of heads) seen = remember(seen, { seq, hash: hash(n) })
  return seen
}

describe("the memory of a witness", () => {
  it("keeps the newest head in any order of arrival", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(
          Array.from({ length: 60 }, (_, n) => n + 1),
          { minLength: 1 }
        ),
        (order) => {
          const seen = seeing(...order.map((seq) => [seq, seq] as const))
          expect(seen?.newest.seq).toBe(Math.max(...order))
          expect(seen?.contradiction).toBeNull()
          expect(Math.min(...(seen?.recent.keys() ?? []))).toBeGreaterThan(Math.max(...order) - 20)
        }
      ),
      { numRuns: 100 }
    )
  })

  it("records a contradiction permanently when a number has two heads", () => {
    const twice = seeing([1, 1], [2, 2], [3, 3], [2, 9], [4, 4], [3, 8])
    expect(twice?.contradiction).toEqual({ seq: 2, hashes: [hash(2), hash(9)] })
    expect(seeing([1, 1], [2, 2], [2, 2])?.contradiction).toBeNull()
    const grown = seeing(...Array.from({ length: 90 }, (_, n) => [n % 45, n] as const))
    expect(grown?.contradiction?.seq).toBe(25)
  })

  it("is read back as it was written", () => {
    const seen = new Map([
      [CompanyId.make(7), seeing([1, 1], [2, 2])],
      [CompanyId.make(8), seeing([5, 5], [5, 6], [9, 9])]
    ] as ReadonlyArray<readonly [CompanyId, Sightings]>)
    expect(readSightings(writeSightings(seen))).toEqual(seen)
  })

  it("skips incomplete and invalid lines", () => {
    const text =
      sightingLine(CompanyId.make(1), { seq: 1, hash: hash(1) }) +
      "1 2 00ab\n\nnonsense\n" +
      sightingLine(CompanyId.make(1), { seq: 3, hash: hash(3) }).slice(0, 50)
    expect([...(readSightings(text).get(CompanyId.make(1))?.recent ?? [])]).toEqual([[1, hash(1)]])
  })
})
