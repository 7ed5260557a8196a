import uFuzzy from "@leeoniya/ufuzzy"
import { FacilityId, LockId } from "#core/base/ids.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import { prepare, search, type SearchIndex } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"

const lockCount = 100_000
const limit = 50
const rounds = 9
/** The number of matches up to which uFuzzy's README ranks. Above it, uFuzzy returns the filter's matches unordered. */
const rankedUpTo = 1000

/** Numbers from 0 to 1, the same in every run. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

const streets =
  "Maple Harbor Cedar Quarry North Oak River Summit Canyon Lakeside Willow Granite Prairie Juniper Airport Mission Depot Union Park Sunset"
const places = "Street Point Hill Road Loop Avenue Crossing Center Square Heights Landing Plaza Terrace Yard Gate"
const statuses =
  "Available,Lost,Returned to Dropbox,Assigned Overlock,Assigned Vacant,Tenant Using Lock,Damaged,Assigned Auction,Unscannable,On Dropbox,Assigned Other,Assigned Vendor"
const bearsUnit = new Set([2, 3, 4, 5, 7])

/** Locks of 600 facilities, 20 to 400 each. Three in four have a unit, in formats that sites use. */
const generated = (): ReadonlyArray<LockItem> => {
  const random = randomFrom(20_261_120)
  const below = (count: number) => Math.floor(random() * count)
  const [first, second, status] = [streets.split(" "), places.split(" "), statuses.split(",")]
  const facilities = Array.from({ length: 600 }, (_, at) => {
    const name = `${first[at % first.length]} ${second[Math.floor(at / first.length) % second.length]}`
    return at < 300 ? name : `${name} ${1 + (at % 9)}`
  })
  const unit = () =>
    [`${101 + below(1460)}`, `${"ABCDEF"[below(6)]}${1 + below(400)}`, `${"ABCD"[below(4)]}-${100 + below(300)}`][
      below(3)
    ]
  const taken = new Set<string>()
  return Array.from({ length: lockCount }, (_, at) => {
    let serialCode = ""
    do serialCode = String(10_000_000 + below(90_000_000))
    while (taken.has(serialCode))
    taken.add(serialCode)
    const inventory = below(20) === 0
    const statusAt = inventory ? 0 : random() < 0.75 ? [...bearsUnit][below(bearsUnit.size)]! : below(status.length)
    const facility = Math.floor(random() ** 1.5 * facilities.length)
    return {
      lockID: LockId.make(at + 1),
      serialCode,
      unitNumber: bearsUnit.has(statusAt) ? unit() : null,
      facilityID: inventory ? null : FacilityId.make(facility + 1),
      facilityName: inventory ? null : facilities[facility],
      statusCode: 1001 + statusAt,
      statusName: status[statusAt]
    }
  })
}

const line = (lock: LockItem): string =>
  [lock.serialCode, lock.unitNumber, lock.facilityName, lock.statusName].filter((text) => text != null).join(" ")

interface QueryClass {
  readonly name: string
  readonly queries: ReadonlyArray<string>
}

/** What people type, derived from the locks so that every query has matches. */
const queryClasses = (locks: ReadonlyArray<LockItem>): ReadonlyArray<QueryClass> => {
  const random = randomFrom(7)
  const withUnit = locks.filter(({ unitNumber }) => unitNumber != null)
  const some = (from: ReadonlyArray<LockItem>, query: (lock: LockItem, at: number) => string): ReadonlyArray<string> =>
    Array.from({ length: 12 }, (_, at) => query(from[Math.floor(random() * from.length)]!, at))
  const word = (text: string | null | undefined, at: number) => (text ?? "").split(" ").at(at) ?? ""
  return [
    { name: "8 digits, a whole serial", queries: some(locks, ({ serialCode }) => serialCode) },
    {
      name: "2 to 7 digits, the beginning of a serial",
      queries: some(locks, ({ serialCode }, at) => serialCode.slice(0, 2 + (at % 6)))
    },
    {
      name: "2 to 7 digits from inside a serial",
      queries: some(locks, ({ serialCode }, at) => serialCode.slice(1, 3 + (at % 6)))
    },
    { name: "a unit", queries: some(withUnit, ({ unitNumber }) => (unitNumber ?? "").toLowerCase()) },
    {
      name: "a word of a facility or its beginning",
      queries: some(withUnit, ({ facilityName }, at) =>
        word(facilityName, at % 2)
          .toLowerCase()
          .slice(0, 3 + (at % 5))
      )
    },
    {
      name: "two words",
      queries: some(withUnit, ({ facilityName, statusName, unitNumber }, at) =>
        at % 2 === 0
          ? `${unitNumber} ${word(facilityName, 0).slice(0, 4)}`.toLowerCase()
          : `${word(facilityName, 0)} ${word(statusName, -1).slice(0, 4)}`.toLowerCase()
      )
    },
    {
      name: "scattered letters",
      queries: some(withUnit, ({ facilityName, statusName }, at) => {
        const text = (at % 3 === 2 ? statusName : facilityName) ?? ""
        return text
          .toLowerCase()
          .replace(/[\s\d]/g, "")
          .replace(/(?!^)[aeiou]/g, "")
          .slice(0, 6)
      })
    }
  ]
}

/** Our search from the typed text to the rows: parsing, matching, ranking, and the ranges to mark. */
const ours = (index: SearchIndex, typed: string): number => search(index, parse(typed), { limit }).rows.length

/** uFuzzy as its README shows it: filter, then info and sort up to 1,000 matches, then the first rows. */
const theirs = (fuzzy: uFuzzy, haystack: Array<string>, needle: string): number => {
  const found = fuzzy.filter(haystack, needle)
  if (found === null || found.length === 0) return 0
  if (found.length > rankedUpTo) return found.slice(0, limit).length
  const info = fuzzy.info(found, haystack, needle)
  const order = fuzzy.sort(info, haystack, needle)
  return order.slice(0, limit).map((at) => [info.idx[at], info.ranges[at]]).length
}

const timed = (queries: ReadonlyArray<string>, one: (query: string) => number): number => {
  const start = performance.now()
  let rows = 0
  for (const query of queries) rows += one(query)
  const took = performance.now() - start
  if (!Number.isFinite(rows)) throw new Error("no rows counted")
  return took / queries.length
}

/** We must find everything that uFuzzy finds in one piece, or the comparison would be between different work. */
const checkSameWork = (
  index: SearchIndex,
  fuzzy: uFuzzy,
  haystack: Array<string>,
  queries: ReadonlyArray<string>
): void => {
  for (const query of queries) {
    const { total } = search(index, parse(query), { limit })
    const baseline = fuzzy.filter(haystack, query)?.length ?? 0
    if (total === 0) throw new Error(`"${query}" finds nothing`)
    if (!/[^a-z\d]/.test(query) && total < baseline) {
      throw new Error(`"${query}" finds ${total} locks, uFuzzy ${baseline}`)
    }
  }
}

const run = async (): Promise<ReadonlyArray<BenchRow>> => {
  const locks = generated()
  const haystack = locks.map(line)
  const locksIndex = LockIndex.of(locks)
  const index = prepare({ locks: locksIndex })
  const classes = queryClasses(locks)
  const plain = new uFuzzy()
  const scattering = new uFuzzy({ intraIns: Infinity })
  const shape = `${lockCount} locks, ${limit} rows`

  const compare = (
    what: string,
    queries: ReadonlyArray<string>,
    fuzzy: uFuzzy,
    setting: string,
    note = ""
  ): BenchRow => {
    checkSameWork(index, fuzzy, haystack, queries)
    const [mine, other]: [Array<number>, Array<number>] = [[], []]
    for (let round = 0; round < rounds; round++) {
      mine.push(timed(queries, (query) => ours(index, query)))
      other.push(timed(queries, (query) => theirs(fuzzy, haystack, query)))
    }
    return {
      what,
      unit: "ms per query",
      ours: median(mine),
      baseline: median(other),
      baselineName: `@leeoniya/ufuzzy 1.0.19 ${setting}: filter, then info and sort up to ${rankedUpTo} matches`,
      goal: { atMost: 0.5 },
      note: `${shape}; ${queries.length} queries, median of ${rounds} rounds${note}`
    }
  }

  const all = classes.flatMap(({ queries }) => queries)
  const memory = `; our index ${Math.round(locksIndex.bytes / lockCount)} bytes per lock`
  const scattered = classes.find(({ name }) => name === "scattered letters")?.queries ?? []
  return [
    compare("palette ranking, all queries mixed", all, plain, "as it comes", memory),
    ...classes.map(({ name, queries }) => {
      const finds = queries.filter((query) => (plain.filter(haystack, query) ?? []).length > 0).length
      return compare(
        `palette ranking, ${name}`,
        queries,
        plain,
        "as it comes",
        `; uFuzzy finds some for ${finds} of them`
      )
    }),
    compare("palette ranking, scattered letters found by both", scattered, scattering, "with intraIns: Infinity")
  ]
}

/** The palette's ranking over the synced list of locks, compared with the fastest general matcher we know. */
export const bench: Bench = { name: "ranking", run }
