import { betweenKeywords, type Entry, type EntryIndex } from "./EntryIndex.ts"
import { filterStrength, filterText } from "./filterText.ts"
import { type Needle, needleOf, rangesOf } from "./needle.ts"
import { type Hits, type Match, type Scores, tidyMatches, tierOf } from "./SearchRow.ts"
import { type Filter, joined, type Query, type Term } from "./searchQuery.ts"
import { rank } from "./tiers.ts"
import type { TextTable } from "./TextTable.ts"

/** A term's matches among the entries, by index. */
interface Plan {
  readonly needle: Needle
  readonly exact: ReadonlySet<number>
  /** Entries whose title or alternative name is exactly this, and entries that have exactly this keyword. */
  readonly named: ReadonlySet<number>
  readonly keyword: ReadonlySet<number>
  readonly title: Uint8Array | undefined
  /** Keywords and context: a match at the start of a word is a synonym, anything weaker does not count. */
  readonly synonyms: ReadonlyArray<Uint8Array>
}

const planOf = (index: EntryIndex, { kind, text }: Term): Plan => {
  const needle = needleOf({ kind, text })
  const exact = index.placesOf(text)
  if (kind === "id") return { ...nothing, needle, exact }
  // A unit matches no entry.
  if (kind === "unit") return { ...nothing, needle }
  const tables: ReadonlyArray<TextTable> = [index.keywords, index.contexts]
  const synonyms = tables.flatMap((table) => table.tiersFor(needle) ?? [])
  const named = index.placesNamed(text)
  return { needle, exact, named, keyword: index.placesOfKeyword(text), title: index.titles.tiersFor(needle), synonyms }
}

const nothing = {
  exact: new Set<number>(),
  named: new Set<number>(),
  keyword: new Set<number>(),
  title: undefined,
  synonyms: []
} as const

/** Whether a keyword match is close enough: it starts a word, with at most one edit. */
const isSynonym = (tier: number): boolean => tier <= rank.wordStart || tier === rank.misspelled

const placeTier = (plan: Plan, place: number): number => {
  if (plan.exact.has(place) || plan.named.has(place)) return rank.exact
  const title = plan.title?.[place] ?? rank.none
  if (plan.keyword.has(place)) return Math.min(title, rank.wordStart)
  if (title !== rank.none) return title
  return plan.synonyms.some((tiers) => isSynonym(tiers[place]!)) ? rank.synonym : rank.none
}

const matchesIn = (entry: Entry, { needle }: Plan, tier: number): ReadonlyArray<Match> => {
  const inTitle = tier === rank.synonym ? [] : rangesOf(needle, entry.title, tier)
  if (inTitle.length > 0) return inTitle.map((range) => ({ field: "title", ...range }))
  if (tier === rank.exact) return []
  const words = (entry.keywords ?? []).flatMap((joined) => joined.split(betweenKeywords))
  for (const as of needle.misspells ? [rank.synonym, rank.misspelled] : [rank.synonym]) {
    const inContext = rangesOf(needle, entry.context ?? "", as)
    if (inContext.length > 0) return inContext.map((range) => ({ field: "context", ...range }))
    for (const keyword of words) {
      const ranges = rangesOf(needle, keyword, as)
      if (ranges.length > 0) return ranges.map((range) => ({ field: "keyword", keyword, ...range }))
    }
  }
  return []
}

/**
 * As for locks: filters with the same key are alternatives, `not` excludes, different keys must all match, and exact
 * values win over prefixes.
 */
const entryTest = (entries: ReadonlyArray<Entry>, filters: ReadonlyArray<Filter>): ((entry: Entry) => boolean) => {
  const tests = [...Map.groupBy(filters, ({ key }) => key)].map(([key, asked]) => {
    const prepared = asked.map(({ value, not }) => {
      const text = filterText(value, key === "is")
      const strength = (entry: Entry) => filterStrength(text, entry.fields?.[key] ?? "")
      const least = entries.some((entry) => strength(entry) === 2) ? 2 : 1
      return { not, holds: (entry: Entry) => strength(entry) >= least }
    })
    const wanted = prepared.filter(({ not }) => !not)
    return (entry: Entry): boolean =>
      entry.fields?.[key] !== undefined &&
      (wanted.length === 0 || wanted.some(({ holds }) => holds(entry))) &&
      !prepared.some(({ not, holds }) => not && holds(entry))
  })
  return (entry) => tests.every((test) => test(entry))
}

/**
 * Finds entries that match every term in the title, at the start of a word of the keywords or context, or as the id.
 * Sorted by tier, then score, then title, then id.
 */
export const searchEntries = (
  index: EntryIndex,
  { terms, filters }: Pick<Query, "terms" | "filters">,
  options: { readonly limit: number; readonly scores: Scores; readonly wants: (kind: Entry["kind"]) => boolean }
): Hits => {
  const { limit, scores, wants } = options
  const plans = terms.map((term) => planOf(index, term))
  const words = joined(terms)
  const phrase = words === undefined ? undefined : planOf(index, words)
  const passes = entryTest(index.entries, filters)
  const found: Array<{ entry: Entry; place: number; rank: number; worst: number; score: number }> = []
  index.entries.forEach((entry, place) => {
    if (!wants(entry.kind)) return
    const worst = plans.reduce<number>(
      (weakest, plan) => Math.max(weakest, placeTier(plan, place)),
      plans.length === 0 ? rank.prefix : rank.exact
    )
    const tier = phrase === undefined ? worst : Math.min(worst, placeTier(phrase, place))
    if (tier === rank.none || !passes(entry)) return
    found.push({ entry, place, rank: tier, worst, score: Math.max(0, scores.get(entry.id) ?? 0) })
  })
  found.sort((a, b) => a.rank - b.rank || b.score - a.score || a.place - b.place)
  const rows = found.slice(0, limit).map(({ entry, place, rank: tier, worst, score }) => {
    const used = phrase !== undefined && tier < worst ? [phrase] : plans
    const matches = tidyMatches(used.flatMap((plan) => matchesIn(entry, plan, placeTier(plan, place))))
    return { rank: tier, score, row: { kind: entry.kind, id: entry.id, tier: tierOf(tier), matches } }
  })
  return { total: found.length, rows }
}
