import { typedSerial } from "#core/base/search/searchGrammar.ts"
import type { Parsed } from "#core/base/search/searchQuery.ts"
import type { LockListState } from "#web/sync/LockList.ts"
import { rowsOf } from "./PaletteRow.ts"
import type { Listed } from "./RowSources.ts"

const number = new Intl.NumberFormat("en-US")
const many = (count: number, one: string): string => `${number.format(count)} ${one}${count === 1 ? "" : "s"}`

/** How long ago something was, in the largest unit that fits. */
export const ago = (milliseconds: number): string => {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return "less than a minute ago"
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}

/** How many of how many locks match, and how old the list is when nobody would tell of changes. */
export const lockCount = (found: number | null, list: LockListState, now: number): string => {
  const age = list.pulledAt === null ? "" : `, loaded ${ago(now - list.pulledAt)}`
  const all = found === null ? many(list.size, "lock") : `${number.format(found)} of ${many(list.size, "lock")}`
  switch (list.phase) {
    case "empty":
      return "not all locks are loaded"
    case "loading":
      return list.total === null || list.total === 0
        ? "loading locks\u2026"
        : `loading locks\u2026 ${Math.floor((100 * Math.min(list.size, list.total)) / list.total)} %`
    case "current":
      return all
    case "stale":
      return `${all}${age}`
  }
}

/** What Enter does when it acts on what was typed. */
export const typedAction = (query: Parsed): string | null => (typedSerial(query) === undefined ? null : "reveal")

/** What is announced to a screen reader. Nothing is said not to be there while locks are still loading. */
export const announced = (listed: Listed, isWhole: boolean): string => {
  const rows = rowsOf(listed.sections).length
  const counts = listed.sections.map(({ heading, rows: { length } }) => `${heading}: ${length}`)
  if (rows === 0 && !isWhole) return "Nothing found yet. Locks are still loading."
  return rows === 0 ? "Nothing found" : `${many(rows, "result")}. ${counts.join(", ")}`
}
