import { betweenKeywords, type Entry, type EntryIndex } from "./EntryIndex.ts"
import { filterStrength, filterText } from "./filterText.ts"
import { type Needle, needleOf, rangesOf } from "./needle.ts"
import { type Hits, type Match, type Scores, tidyMatches, tierOf } from "./SearchRow.ts"
import { type Filter, joined, type Query, type Term } from "./searchQuery.ts"
import { bestOf, collectMatches, rank, takeBetter, takeWorse } from "./tiers.ts"

/** A term's matches among the entries. */
interface Plan {
  readonly needle: Needle
  /** The tier of every entry (values of `rank`), by index. */
  readonly tiers: Uint8Array
}

/** Whether a keyword match is close enough: it starts a word, with at most one edit. */
const isSynonym = (tier: number): boolean => tier <= rank.wordStart || tier === rank.misspelled

const tiersOf = (index: EntryIndex, needle: Needle, { kind, text }: Term, several: boolean): Uint8Array => {
  const nothing = new Uint8Array(index.entries.length).fill(rank.none)
  // A unit matches no entry.
  if (kind === "unit") return nothing
  const tiers = (kind === "id" ? undefined : index.titles.tiersFor(needle)) ?? nothing
  if (kind !== "id") {
    for (const place of index.placesOfKeyword(text)) tiers[place] = Math.min(tiers[place]!, rank.wordStart)
    for (const table of [index.keywords, index.contexts]) {
      table.tiersFor(needle)?.forEach((tier, place) => {
        if (tiers[place] === rank.none && isSynonym(tier)) tiers[place] = rank.synonym
      })
    }
    for (const place of index.placesNamed(text)) tiers[place] = Math.min(tiers[place]!, rank.name)
  }
  // A phrase is text: `person 49` is a name, even if an entry has that id.
  if (kind === "phrase") return tiers
  // Beside other words a number is part of a name: `branch 40` is "Branch 40", before the facility with that id.
  const asID = several && /^\d+$/.test(text) ? rank.synonym : rank.exact
  for (const place of index.placesOf(text)) tiers[place] = Math.min(tiers[place]!, asID)
  return tiers
}

/** How many plans to keep per index: the words of a few keystrokes. */
const mostPlans = 32

const keptPlans = new WeakMap<EntryIndex, Map<string, Plan>>()

/** The plan of a term. Kept, because each key of a query asks again for the words before it. */
const planOf = (index: EntryIndex, term: Term, several = false): Plan => {
  const plans = keptPlans.get(index) ?? new Map<string, Plan>()
  keptPlans.set(index, plans)
  const key = `${term.kind} ${several} ${term.text}`
  const kept = plans.get(key)
  if (kept !== undefined) return kept
  const needle = needleOf(term)
  const plan = { needle, tiers: tiersOf(index, needle, term, several) }
  const [oldest] = plans.keys()
  if (oldest !== undefined && plans.size >= mostPlans) plans.delete(oldest)
  plans.set(key, plan)
  return plan
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

/** Positions and scores of the recently used entries among the matches. */
const usedIn = (index: EntryIndex, tiers: Uint8Array, scores: Scores): ReadonlyMap<number, number> => {
  const used = new Map<number, number>()
  for (const [id, score] of scores) {
    if (typeof id !== "string" || score <= 0) continue
    for (const place of index.placesOf(id)) {
      if (index.entries[place]?.id === id && tiers[place] !== rank.none) used.set(place, score)
    }
  }
  return used
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
  const { entries } = index
  const plans = terms.map((term) => planOf(index, term, terms.length > 1))
  const words = joined(terms)
  const phrase = words === undefined ? undefined : planOf(index, words)
  const passes = entryTest(entries, filters)
  const tiers = new Uint8Array(entries.length).fill(plans.length === 0 ? rank.prefix : rank.exact)
  for (const plan of plans) takeWorse(tiers, plan.tiers)
  if (phrase !== undefined) takeBetter(tiers, phrase.tiers)
  entries.forEach((entry, place) => {
    if (tiers[place] !== rank.none && !(wants(entry.kind) && passes(entry))) tiers[place] = rank.none
  })
  const used = usedIn(index, tiers, scores)
  const { total, places } = collectMatches(tiers, limit)
  const rows = bestOf(places, tiers, used, limit).flatMap((place) => {
    const entry = entries[place]
    if (entry === undefined) return []
    const tier = tiers[place]!
    const isPhrase = phrase !== undefined && plans.some((plan) => plan.tiers[place]! > tier)
    const matches = tidyMatches(
      (isPhrase ? [phrase] : plans).flatMap((plan) => matchesIn(entry, plan, plan.tiers[place]!))
    )
    const row = { kind: entry.kind, id: entry.id, tier: tierOf(tier), matches }
    return [{ rank: tier, score: used.get(place) ?? 0, row }]
  })
  return { total, rows }
}
