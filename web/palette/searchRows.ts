import { prepare, search, type SearchIndex } from "#core/base/search/ranking.ts"
import type { SearchRow } from "#core/base/search/SearchRow.ts"
import type { Parsed, ScopeName } from "#core/base/search/searchQuery.ts"
import { isWhole, type Tier, tiers } from "#core/base/search/tiers.ts"
import { fatalProblem } from "#core/commands/searchProblems.ts"
import { lineRows } from "./lineRows.ts"
import { limited, type LockFacts, mostRows, type PaletteRow } from "./PaletteRow.ts"
import { entryRow, lockRow, serialRows } from "./rowMaking.ts"
import type { Listed, RowSources } from "./RowSources.ts"
import { isSoonRow } from "./soon.ts"
import { similarRows, unknownSerial } from "./unknownSerial.ts"

const groups = [
  { heading: "Locks", kinds: ["locks", "units"], most: 10 },
  { heading: "Commands", kinds: ["commands"], most: 8 },
  { heading: "Facilities", kinds: ["facilities"], most: 6 },
  { heading: "People", kinds: ["people"], most: 4 },
  { heading: "Reports", kinds: ["reports"], most: mostRows },
  { heading: "Settings", kinds: ["settings"], most: mostRows },
  { heading: "Help", kinds: ["help"], most: mostRows }
] as const satisfies ReadonlyArray<{ heading: string; kinds: ReadonlyArray<ScopeName>; most: number }>

type Group = (typeof groups)[number]

/** The groups a query searches, and the most rows of each. */
const groupsFor = ({ scope }: Parsed): ReadonlyArray<Group> =>
  scope === undefined
    ? groups.slice(0, 4)
    : groups.filter(({ kinds }) => (kinds as ReadonlyArray<ScopeName>).includes(scope))

/** Whether the query has only numbers. Then locks rank above equally good matches. */
const asksForLocks = ({ terms, filters }: Parsed): boolean =>
  (terms.length > 0 || filters.length > 0) && terms.every(({ kind }) => kind !== "word" && kind !== "phrase")

/** Sorts groups by their best row. On a tie, locks come first for numbers and last for words. */
const inOrder = <A extends { readonly best: number; readonly group: Group }>(
  found: ReadonlyArray<A>,
  locksFirst: boolean
): ReadonlyArray<A> => {
  const place = ({ group }: A) => (group.heading === "Locks" && !locksFirst ? groups.length : groups.indexOf(group))
  return found.toSorted((a, b) => a.best - b.best || place(a) - place(b))
}

/** Commands to read per list. Enough that refused ones don't leave gaps. */
const commandsRead = 5 * mostRows

interface Found {
  readonly row: PaletteRow
  readonly tier: Tier
}

/** 0 and 1 for rows that work, 2 for refused ones, 3 for screens that don't exist yet. */
const lateness = ({ row, tier }: Found): number =>
  isSoonRow(row) ? 3 : row.refusal !== null ? 2 : isWhole(tier) ? 0 : 1

/** The first rows of a group: whole titles, others that work, refused ones, and screens that don't exist yet. */
const cut = (found: ReadonlyArray<Found>, most: number): ReadonlyArray<Found> =>
  found.toSorted((a, b) => lateness(a) - lateness(b)).slice(0, most)

/** The search index of a group. */
const indexFor = ({ heading }: Group, from: RowSources): SearchIndex => {
  switch (heading) {
    case "Locks":
    case "Commands":
      return from.main
    case "Facilities":
      return from.facilities
    case "People":
      return from.people
    case "Reports":
    case "Settings":
    case "Help":
      return from.further
  }
}

/** Rows for a query from local data. */
export const searchRows = (query: Parsed, from: RowSources): Listed => {
  const problem = fatalProblem(query)
  if (problem !== undefined) return { sections: [], locksFound: null, problem }
  const wanted = groupsFor(query)
  const { scores: frecency, now, utcOffsetMinutes } = from
  let locksFound: number | null = null
  const found = wanted.map((group) => {
    const most = wanted.length === 1 ? mostRows : group.most
    const limit = group.heading === "Commands" ? commandsRead : most
    const { rows, total } = search(indexFor(group, from), query, {
      kinds: group.kinds,
      limit,
      frecency,
      now,
      utcOffsetMinutes
    })
    if (group.heading === "Locks") locksFound = total
    const listed = rows.flatMap((row) => rowOf(row, from).map((each): Found => ({ row: each, tier: row.tier })))
    const typed = group.heading === "Commands" ? [...lineRows(query, from), ...serialRows(query, from)] : []
    return { group, rows: cut([...typed, ...listed], most) }
  })
  const sections = inOrder(
    found.map(({ group, rows }) => ({
      group,
      rows,
      best: tiers.indexOf(rows[0]?.tier ?? "synonym")
    })),
    asksForLocks(query)
  ).map(({ group, rows }) => ({ heading: group.heading, rows: rows.map(({ row }) => row) }))
  const unknown = unknownSerial(query, from)
  if (unknown === undefined) return { sections: limited(sections), locksFound }
  const similar = similarRows(unknown.serialCode, from)
  return {
    sections: limited([{ heading: "Similar serial codes", rows: similar }, ...sections]),
    locksFound,
    unknown: { ...unknown, similar: similar.length > 0 }
  }
}

const rowOf = (row: SearchRow, from: RowSources): ReadonlyArray<PaletteRow> => {
  if (row.kind !== "locks") return entryRow(row, from)
  const lock = from.main.locks.get(row.id)
  return lock === undefined ? [] : [lockRow(lock, row.matches, from)]
}

/** Adds locks that only the server found, below everything else. */
export const withServerRows = (
  listed: Listed,
  locks: ReadonlyArray<LockFacts>,
  query: Parsed,
  from: RowSources
): Listed => {
  const more = locks.filter(({ lockID }) => from.main.locks.get(lockID) === undefined)
  if (more.length === 0) return listed
  const { unknown } = listed
  const isFound = more.some(({ serialCode }) => serialCode === unknown?.serialCode)
  const matches = new Map(
    search(prepare({ locks: more }), query, { limit: more.length }).rows.map((row) => [row.id, row.matches])
  )
  const rows = more.map((lock) => lockRow(lock, matches.get(lock.lockID) ?? [], from))
  const server = { heading: "From the server", rows }
  // An exact match goes above rows that are only similar.
  const sections = isFound ? [server, ...listed.sections] : [...listed.sections, server]
  return { ...listed, sections: limited(sections), unknown: isFound ? undefined : unknown }
}
