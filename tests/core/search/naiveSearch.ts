import type { LockId } from "#core/base/ids.ts"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import type { SearchOptions } from "#core/base/search/ranking.ts"
import { type Filter, type FilterKey, joined, type Query, type Term } from "#core/base/search/searchQuery.ts"

// A second implementation of the palette's search rules, written for clarity instead of speed: it checks every item and sorts
// all of them. The index must return the same. It only supports Latin letters, as the samples do.

const order = ["exact", "name", "prefix", "wordStart", "contiguous", "misspelled", "scattered", "synonym"]
const none = order.length

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

const begins = (text: string, at: number): boolean =>
  at === 0 || !/^(?:[a-z]{2}|\d{2})$/.test(text.slice(at - 1, at + 1))

/** Every way to swap two neighboring letters of a word, or to insert one, keeping the first letter. */
const slips = (word: string): ReadonlyArray<RegExp> =>
  [...word].slice(1).flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 2)]
    const missing = new RegExp(`${before}${word[at]}.${letter}${after}`)
    return at === 0 ? [missing] : [new RegExp(`${before}${letter}${word[at]}${after}`), missing]
  })

const misspelled = (needle: string, text: string): boolean =>
  /^[a-z]{4,}$/.test(needle) &&
  [...text].some((_, at) => begins(text, at) && slips(needle).some((slip) => text.slice(at).search(slip) === 0))

const inText = (needle: string, text: string, mayScatter: boolean): number => {
  if (text.startsWith(needle)) return 2
  const places = [...text].flatMap((_, at) => (text.startsWith(needle, at) ? [at] : []))
  if (places.some((at) => begins(text, at))) return 3
  if (places.length > 0) return 4
  if (mayScatter && misspelled(needle, text)) return 5
  const apart = new RegExp([...needle].map((letter) => letter.replace(/[^a-z\d]/, "\\$&")).join(".*"), "s")
  return mayScatter && needle.replace(/[^a-z]/g, "").length >= 3 && apart.test(text) ? 6 : none
}

const spoken = (text: string): string => text.replace(/[\s\-_./]+/g, "")

const lockTier = (lock: LockItem, { kind, text }: Term, unitsOnly: boolean): number => {
  const needle = fold(text)
  if (kind === "id") return text === String(lock.lockID) ? 0 : none
  const unit = fold(lock.unitNumber ?? "")
  const asUnit = (typed: string, written: string) =>
    written === typed ? 0 : typed === "" ? none : inText(typed, written, kind !== "phrase")
  const inUnit = Math.min(asUnit(needle, unit), asUnit(spoken(needle), spoken(unit)))
  if (unitsOnly || kind === "unit") return inUnit
  const inSerial = lock.serialCode === needle ? 0 : inText(needle, lock.serialCode, false)
  if (kind === "serial") return inSerial === 0 ? 0 : none
  const inOthers = [lock.facilityName, lock.statusName].map((other) =>
    inText(needle, fold(other ?? ""), kind !== "phrase")
  )
  return Math.min(inUnit, inSerial, ...inOthers)
}

const entryTier = (entry: Entry, term: Term, several: boolean): number => {
  const { kind, text } = term
  const needle = fold(text)
  const isID = kind !== "phrase" && kind !== "unit" && [entry.id, String(entry.ref)].some((id) => fold(id) === needle)
  const asText = entryTextTier(entry, term)
  return !isID ? asText : several && /^\d+$/.test(text) ? Math.min(asText, 7) : 0
}

const entryTextTier = (entry: Entry, { kind, text }: Term): number => {
  const needle = fold(text)
  if (kind === "unit" || kind === "id") return none
  const phrases = (entry.keywords ?? []).filter((keyword) => keyword.includes(" "))
  if (fold(entry.title) === needle) return 0
  if ([...(entry.names ?? []), ...phrases].some((name) => fold(name) === needle)) return 1
  const whole = (entry.keywords ?? []).some((keyword) => fold(keyword) === needle)
  const inTitle = inText(needle, fold(entry.title), kind !== "phrase")
  if (whole) return Math.min(inTitle, 3)
  if (inTitle < none) return inTitle
  return [(entry.keywords ?? []).join("\n"), entry.context ?? ""].some((word) =>
    [2, 3, 5].includes(inText(needle, fold(word), kind !== "phrase"))
  )
    ? 7
    : none
}

const itemTier = (terms: ReadonlyArray<Term>, tier: (term: Term) => number): number => {
  const worst = terms.length === 0 ? 2 : Math.max(...terms.map(tier))
  const phrase = joined(terms)
  return phrase === undefined ? worst : Math.min(worst, tier(phrase))
}

/** An item's texts for a filter, of which one has to match; undefined if it has no such field. */
type Facts = (key: FilterKey) => ReadonlyArray<string> | undefined

const lockFacts =
  (lock: LockItem): Facts =>
  (key) => {
    switch (key) {
      case "status":
        return [lock.statusName ?? "", String(lock.statusCode ?? "")]
      case "facility":
        return [lock.facilityName ?? "", String(lock.facilityID ?? "")]
      case "unit":
        return [lock.unitNumber ?? ""]
      case "color":
        return [lock.colorName ?? ""]
      case "by":
        return [lock.updatedBy ?? ""]
      case "is":
        return lock.is ?? []
      case "updated":
        return [new Date(lock.updatedOn ?? 0).toISOString().slice(0, 10)]
      default:
        return undefined
    }
  }

const entryFacts =
  (entry: Entry): Facts =>
  (key) => {
    const fact = entry.fields?.[key]
    return key === "is" ? fact?.split(" ") : fact === undefined ? undefined : [fact]
  }

const plain = (text: string): string => fold(text).replace(/[-_]/g, " ").trim()

const passes =
  (all: ReadonlyArray<Facts>, filters: ReadonlyArray<Filter>) =>
  (facts: Facts): boolean => {
    const means = ({ key, value }: Filter, asked: Facts, wholly: boolean): boolean =>
      (asked(key) ?? []).some((text, at) =>
        [plain, ...(key === "unit" ? [(some: string) => spoken(plain(some))] : [])].some((form) =>
          wholly || at > 0 ? form(text) === form(value) : inText(form(value), form(text), false) <= 3 && text !== ""
        )
      )
    const holds = (filter: Filter): boolean => {
      const wholly = all.some((other) => means(filter, other, true))
      if (!wholly && filter.key === "is")
        return (facts("is") ?? []).some((word) => inText(plain(filter.value), plain(word), false) <= 3)
      return means(filter, facts, wholly)
    }
    return filters.every((filter) => {
      if (facts(filter.key) === undefined) return false
      const alternatives = filters.filter(({ key, not }) => key === filter.key && !not)
      return filter.not ? !holds(filter) : alternatives.some(holds)
    })
  }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export interface NaiveRow {
  readonly id: LockId | string
  readonly tier: string
}

/** All matching rows, best first. */
export const naiveSearch = (
  locks: ReadonlyArray<LockItem>,
  entries: ReadonlyArray<Entry>,
  query: Query,
  { frecency = new Map() }: SearchOptions
): ReadonlyArray<NaiveRow> => {
  const { scope, terms, filters } = query
  const units = scope === "units"
  const lockPasses = passes(locks.map(lockFacts), filters)
  const entryPasses = passes(entries.map(entryFacts), filters)
  const found = [
    ...locks
      .filter(
        (lock) =>
          (scope === undefined || scope === "locks" || (units && lock.unitNumber)) && lockPasses(lockFacts(lock))
      )
      .map((lock) => ({
        id: lock.lockID,
        tier: itemTier(terms, (term) => lockTier(lock, term, units)),
        of: 1,
        by: [lock.serialCode]
      })),
    ...entries
      .filter((entry) => (scope === undefined || scope === entry.kind) && entryPasses(entryFacts(entry)))
      .map((entry) => ({
        id: entry.id,
        tier: itemTier(terms, (term) => entryTier(entry, term, terms.length > 1)),
        of: 0,
        by: [fold(entry.title), entry.title]
      }))
  ].filter(({ tier }) => tier < none)
  const score = (id: LockId | string) => frecency.get(id) ?? 0
  found.sort(
    (a, b) =>
      a.tier - b.tier ||
      score(b.id) - score(a.id) ||
      a.of - b.of ||
      compare(a.by[0] ?? "", b.by[0] ?? "") ||
      compare(a.by[1] ?? "", b.by[1] ?? "") ||
      (typeof a.id === "number" && typeof b.id === "number" ? a.id - b.id : compare(String(a.id), String(b.id)))
  )
  return found.map(({ id, tier }) => ({ id, tier: order[tier] ?? "" }))
}
