import { LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import { foldText } from "#core/base/search/foldText.ts"
import { prepare, search, type SearchIndex } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { type Tier, tiers } from "#core/base/search/tiers.ts"
import { naiveSearch } from "./naiveSearch.ts"
import { anything, entries, locks, scores, serial, typed } from "./samples.ts"

const short = (index: SearchIndex, input: string, options = {}) =>
  search(index, parse(input), options).rows.map(({ id, tier }) => ({ id, tier }))
const command = (id: string, title: string, more: Partial<Entry> = {}): Entry => ({
  kind: "commands",
  id,
  title,
  ...more
})

describe("the order of tiers", () => {
  /** An entry that a word matches in each tier. Fillers share no letter with the words. */
  const found: Readonly<Record<Exclude<Tier, "name">, (word: string, id: string) => Entry>> = {
    exact: (word, id) => command(id, "000", { ref: word }),
    prefix: (word, id) => command(id, `${word}z`),
    wordStart: (word, id) => command(id, `zz ${word}z`),
    contiguous: (word, id) => command(id, `z${word}z`),
    misspelled: (word, id) => command(id, `${word.slice(0, 3)}z${word.slice(3)}`),
    scattered: (word, id) => command(id, [...word].join("zz")),
    synonym: (word, id) => command(id, "000", { keywords: ["zz", `z ${word}`] })
  }
  const word = fc.stringMatching(/^[a-m]{4,6}$/)
  // Only entries have names, which have a test of their own.
  const ofWords = tiers.filter((tier) => tier !== "name")
  const pair = fc
    .tuple(fc.nat({ max: ofWords.length - 1 }), fc.nat({ max: ofWords.length - 1 }))
    .filter(([better, worse]) => better < worse)

  it("holds for any two entries, regardless of their use counts", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(word, pair, fc.nat(), fc.nat(), fc.boolean(), (text, [better, worse], first, second, swapped) => {
        const [above, below] = [ofWords[better]!, ofWords[worse]!]
        seen.add(`${above} ${below}`)
        const ids = swapped ? (["b", "a"] as const) : (["a", "b"] as const)
        const index = prepare({ entries: [found[below](text, `id-${ids[1]}`), found[above](text, `id-${ids[0]}`)] })
        const frecency = new Map([
          [`id-${ids[0]}`, first],
          [`id-${ids[1]}`, second]
        ])
        expect(short(index, text, { frecency })).toEqual([
          { id: `id-${ids[0]}`, tier: above },
          { id: `id-${ids[1]}`, tier: below }
        ])
      }),
      { numRuns: 600 }
    )
    expect(seen.size).toBe(21)
  })

  it("holds for locks: exact, prefix, word start, contiguous, misspelled, scattered", () => {
    const base = { statusName: "Lost", facilityName: "Oak" }
    fc.assert(
      fc.property(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
        scores,
        fc.array(serial, { minLength: 6, maxLength: 6 }),
        (ids, frecency, serials) => {
          const units = ["abcd", "abcd1", "x abcd", "xabcd", "abdc", "axbxcxd"]
          const index = prepare({
            locks: units.map((unitNumber, at) => ({
              ...base,
              lockID: LockId.make(ids[at]!),
              serialCode: serials[at]!,
              unitNumber
            }))
          })
          const expected = units.map((_, at) => ({ id: ids[at]!, tier: ofWords[at]! }))
          expect(short(index, "ABCD", { frecency })).toEqual(expected)
        }
      )
    )
  })

  it("puts a whole name or keyword of several words below a whole title and above the start of a title", () => {
    const index = prepare({
      entries: [
        command("all", "Log out all users", { keywords: ["sign out"] }),
        command("own", "Sign out", { keywords: ["log out"] }),
        command("screen", "Zoo", { names: ["sign out"] })
      ]
    })
    const frecency = new Map([["all", 9]])
    expect(short(index, "sign out", { frecency })).toEqual([
      { id: "own", tier: "exact" },
      { id: "all", tier: "name" },
      { id: "screen", tier: "name" }
    ])
    expect(short(index, "log out", { frecency })).toEqual([
      { id: "own", tier: "name" },
      { id: "all", tier: "prefix" }
    ])
  })

  it("puts a whole title above the entry whose id is the same words", () => {
    const person = (ref: number, title: string) => command(`person ${ref}`, title, { kind: "people", ref })
    const index = prepare({ entries: [person(49, "Person 44"), person(54, "Person 49")] })
    expect(short(index, "@Person 49")).toEqual([
      { id: "person 54", tier: "exact" },
      { id: "person 49", tier: "synonym" }
    ])
    expect(short(index, "@49")[0]).toEqual({ id: "person 49", tier: "exact" })
  })

  it("takes a number beside other words for a part of the name, before the entry with that id", () => {
    const facility = (ref: number, title: string) => command(`facility ${ref}`, title, { kind: "facilities", ref })
    const index = prepare({
      entries: [facility(40, "Branch 016 North"), facility(7, "Branch 400"), facility(4, "Branch 4")]
    })
    expect(short(index, "!branch 40")).toEqual([
      { id: "facility 7", tier: "prefix" },
      { id: "facility 40", tier: "synonym" }
    ])
    expect(short(index, "!branch 4")[0]).toEqual({ id: "facility 4", tier: "exact" })
    for (const alone of ["!40", "!#40"]) expect(short(index, alone)[0]).toEqual({ id: "facility 40", tier: "exact" })
  })

  it("uses the weakest term, or all words as a phrase if that is better", () => {
    const index = prepare({
      entries: [command("a", "Maple Street"), command("b", "Street Maple"), command("c", "Ample stone")]
    })
    expect(short(index, "maple st")).toEqual([
      { id: "a", tier: "prefix" },
      { id: "b", tier: "wordStart" }
    ])
    expect(short(index, "st ple")).toMatchObject([
      { tier: "contiguous" },
      { tier: "contiguous" },
      { tier: "contiguous" }
    ])
  })

  it("requires at least three scattered letters, and never scatters a phrase", () => {
    const index = prepare({ entries: [command("a", "Maple Street")] })
    expect(short(index, "mpt")).toEqual([{ id: "a", tier: "scattered" }])
    expect(short(index, "mt")).toEqual([])
    expect(short(index, '"mpt"')).toEqual([])
    expect(short(prepare({ entries: [command("a", "a-1-b")] }), "a1b")).toEqual([])
  })
})

describe("a serial code", () => {
  const index = prepare({
    locks: [
      { lockID: LockId.make(1), serialCode: "40001007", unitNumber: "1204" },
      { lockID: LockId.make(2), serialCode: "40001015", unitNumber: "40001007" },
      { lockID: LockId.make(3), serialCode: "14000100" }
    ]
  })
  it("of eight digits finds only that lock", () => {
    expect(short(index, "4000 1007")).toEqual([{ id: 1, tier: "exact" }])
    expect(short(index, "40001008")).toEqual([])
  })
  it("in quotes is text, and matches a unit as well", () => {
    expect(short(index, '"40001007"').map(({ id }) => id)).toEqual([1, 2])
  })
  it("doesn't match the next one", () => {
    const next = prepare({ locks: [{ lockID: LockId.make(1), serialCode: "13000000" }] })
    expect(short(next, "12")).toEqual([])
    expect(short(next, "12999999")).toEqual([])
  })
  it("of two locks lists both, the recently used one first", () => {
    const twice = prepare({
      locks: ["10000000", "40001007", "40001007"].map((serialCode, at) => ({ lockID: LockId.make(at + 1), serialCode }))
    })
    expect(short(twice, "40001007").map(({ id }) => id)).toEqual([2, 3])
    expect(short(twice, "40001007", { frecency: new Map([[3, 1]]) }).map(({ id }) => id)).toEqual([3, 2])
  })
  it("is found by its start first, then by any part", () => {
    expect(short(index, "4000100")).toEqual([
      { id: 1, tier: "prefix" },
      { id: 2, tier: "prefix" },
      { id: 3, tier: "contiguous" }
    ])
    expect(search(index, parse("0010")).rows.find(({ id }) => id === 1)?.matches).toEqual([
      { field: "serial", start: 2, end: 6 }
    ])
  })
  it("is found by every part of any length, even across the middle", () => {
    fc.assert(
      fc.property(serial, serial, fc.nat({ max: 7 }), fc.integer({ min: 1, max: 8 }), (code, other, start, length) => {
        const part = (code + other).slice(start, start + length)
        const rows = search(prepare({ locks: [{ lockID: LockId.make(1), serialCode: code }] }), parse(`"${part}"`)).rows
        const tier = code === part ? "exact" : code.startsWith(part) ? "prefix" : "contiguous"
        expect(rows.map((row) => row.tier)).toEqual(code.includes(part) ? [tier] : [])
      }),
      { numRuns: 1000 }
    )
  })
})

describe("compared with the naive implementation", () => {
  it("returns the same rows in the same order, the same total, and no more than the limit", () => {
    fc.assert(
      fc.property(
        locks(),
        entries(),
        typed,
        scores,
        fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 60 })),
        (someLocks, someEntries, input, frecency, limit) => {
          const query = parse(input)
          const expected = naiveSearch(someLocks, someEntries, query, { frecency })
          const result = search(prepare({ locks: someLocks, entries: someEntries }), query, { frecency, limit })
          expect(result.rows.map(({ id, tier }) => ({ id, tier }))).toEqual(expected.slice(0, limit))
          expect(result.total).toBe(expected.length)
        }
      ),
      { numRuns: 1000 }
    )
  })

  it("returns the same rows while the user types, even with other searches or changes in between", () => {
    let typedOn = 0
    fc.assert(
      fc.property(
        locks(),
        locks(),
        scores,
        fc.array(fc.constantFrom("key", "units", "other", "change"), { minLength: 4, maxLength: 12 }),
        (some, more, frecency, steps) => {
          const index = prepare({ locks: some })
          const current = new Map(some.map((lock) => [lock.lockID, lock]))
          const asked = (input: string): void => {
            const query = parse(input)
            const expected = naiveSearch([...current.values()], [], query, { frecency })
            const result = search(index, query, { frecency, limit: 60 })
            expect(result.rows.map(({ id, tier }) => ({ id, tier }))).toEqual(expected.slice(0, 60))
            expect(result.total).toBe(expected.length)
            if (expected.length > 0 && expected.length < some.length) typedOn++
          }
          const goal = some[0]?.serialCode ?? "40001007"
          let length = 0
          for (const step of steps) {
            if (step === "key") length = (length % 8) + 1
            if (step === "key") asked(goal.slice(0, length))
            if (step === "units") asked(`:${goal.slice(0, Math.max(1, length))}`)
            if (step === "other") asked(`status:lost ${goal.slice(0, Math.max(1, length))}`)
            if (step === "change") {
              const lock = more[length]
              if (lock !== undefined) {
                current.set(lock.lockID, lock)
                index.locks.upsert([lock])
              }
            }
          }
        }
      ),
      { numRuns: 600 }
    )
    expect(typedOn).toBeGreaterThan(600)
  })

  it("returns fifty rows by default, and counts the rest", () => {
    const many = Array.from({ length: 80 }, (_, at) => ({
      lockID: LockId.make(at + 1),
      serialCode: String(10_000_000 + at)
    }))
    const result = search(prepare({ locks: many }), parse("1000"))
    expect([result.rows.length, result.total]).toEqual([50, 80])
    for (const limit of [0, -3, Number.NaN])
      expect(search(prepare({ locks: many }), parse("1000"), { limit })).toEqual({ total: 80, rows: [] })
    expect(search(prepare({ locks: many }), parse("1000"), { limit: Infinity }).rows).toHaveLength(80)
  })

  it("can be limited to some kinds", () => {
    const index = prepare({
      locks: [{ lockID: LockId.make(1), serialCode: "40001007", unitNumber: "map" }],
      entries: [command("a", "Map")]
    })
    expect(short(index, "map", { kinds: ["locks"] })).toEqual([{ id: 1, tier: "exact" }])
    expect(short(index, "map", { kinds: ["commands"] })).toEqual([{ id: "a", tier: "exact" }])
    expect(short(index, "> map", { kinds: ["locks"] })).toEqual([])
  })
})

describe("stability", () => {
  it("results don't depend on the order in which items were added", () => {
    const shuffled = fc.tuple(locks(), entries()).chain(([someLocks, someEntries]) =>
      fc.record({
        one: fc.constant({ locks: someLocks, entries: someEntries }),
        other: fc.record({
          locks: fc.shuffledSubarray(someLocks, { minLength: someLocks.length }),
          entries: fc.shuffledSubarray(someEntries, { minLength: someEntries.length })
        })
      })
    )
    fc.assert(
      fc.property(shuffled, typed, scores, ({ one, other }, input, frecency) => {
        const query = parse(input)
        expect(search(prepare(other), query, { frecency })).toEqual(search(prepare(one), query, { frecency }))
      }),
      { numRuns: 300 }
    )
  })

  it("searching doesn't change the index", () => {
    fc.assert(
      fc.property(locks(), typed, typed, (someLocks, input, between) => {
        const index = prepare({ locks: someLocks })
        const before = search(index, parse(input))
        search(index, parse(between))
        expect(search(index, parse(input))).toEqual(before)
      })
    )
  })
})

describe("any input", () => {
  it("is answered without an error", () => {
    fc.assert(
      fc.property(
        locks(10),
        entries(5),
        fc.array(anything, { maxLength: 3 }),
        anything,
        (someLocks, someEntries, titles, input) => {
          const strange = titles.map((title, at) =>
            command(`strange-${at}`, title, { keywords: [title], context: title })
          )
          const index = prepare({
            locks: [
              ...someLocks,
              { lockID: LockId.make(100), serialCode: "00000000", unitNumber: titles[0], facilityName: titles[1] }
            ],
            entries: [...someEntries, ...strange]
          })
          const { total, rows } = search(index, parse(input))
          expect(rows.length).toBe(Math.min(50, total))
        }
      ),
      { numRuns: 300 }
    )
  })
  it("folds to the same length", () => {
    for (let code = 0; code <= 0xffff; code++) expect(foldText(String.fromCharCode(code)).length).toBe(1)
    fc.assert(
      fc.property(anything, (text) => {
        expect(foldText(text)).toHaveLength(text.length)
      })
    )
  })
})
