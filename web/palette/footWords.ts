import { countOf } from "#core/base/countOf.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { parse, typedSerial } from "#core/base/search/searchGrammar.ts"
import { unknownWords } from "#core/locks/unknownSerial.ts"
import { countText } from "#core/base/countText.ts"
import type { LockListState } from "#web/sync/LockListState.ts"
import type { Page } from "./pages.ts"
import { isTypedLine } from "./lineRows.ts"
import { rowsOf, type RowTarget } from "./PaletteRow.ts"
import { missingFields } from "./readField.ts"
import type { Listed } from "./RowSources.ts"
import { type Listing, refusalOf, selectedRow } from "./selection.ts"

/** A duration in the largest unit that fits. */
export const ago = (milliseconds: number): string => {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return "less than a minute ago"
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}

/** Whether any of the locks is in the inventory: it has no facility. */
export const holdsInventory = ({ columns }: LockIndex): boolean => columns.facilities.usesTag("")

/**
 * Matching and total number of locks, and the list's age if it may be outdated.
 * @param hasInventory whether some of them are in the inventory, which lists of locks at facilities don't count
 */
export const lockCount = (found: number | null, list: LockListState, now: number, hasInventory: boolean): string => {
  const age = list.pulledAt === null ? "" : `, loaded ${ago(now - list.pulledAt)}`
  const locks = `${countOf(list.size, "lock")}${hasInventory ? " with the inventory" : ""}`
  const all = found === null ? locks : `${countText(found)} of ${locks}`
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

const primary: Readonly<Record<Exclude<RowTarget["kind"], "command">, string>> = {
  lock: "open",
  facility: "its locks",
  person: "open",
  text: "insert",
  value: "select",
  resume: "continue",
  answer: "answer"
}

const commandAction = (target: Extract<RowTarget, { readonly kind: "command" }>): string => {
  const { command, input, about, ofSeveral } = target
  if (command.does.goTo !== undefined) return "go"
  const hasLock = about !== null || ofSeveral === true
  const [lacks] = missingFields(command, hasLock ? { lockID: about, serialCode: "", ...input } : input)
  const field = lacks === undefined || command.risk === "reveals" ? undefined : command.input[lacks]
  return field === undefined ? (command.risk === "dangerous" ? "run, then confirm" : "run") : `then ${field.label}`
}

/**
 * Label for what Enter does, which must match `enter` of the palette; null if nothing.
 * @param serialAction what Enter does with a complete serial code
 */
export const enterAction = (page: Page, listing: Listing, serialAction: "reveal" | "open"): string | null => {
  const row = selectedRow(listing)
  if (page.kind === "search" && !listing.chosen && typedSerial(parse(listing.text)) !== undefined) {
    return listing.listed.unknown === undefined ? serialAction : "look up"
  }
  if (row !== null) {
    if (row.refusal !== null) return "show why"
    if (row.target.kind !== "command") return primary[row.target.kind]
    const action = commandAction(row.target)
    // Show a typed command in full, because the user may have meant a search.
    return isTypedLine(row) && action === "run" ? `${action}: ${row.title.text}` : action
  }
  if (refusalOf(listing) != null) return "show why"
  if (page.kind === "result" || page.kind === "failed") return "close"
  return page.kind === "argument" ? "select" : null
}

/** Text for screen readers. Doesn't say "No results" while locks are still loading. */
export const announced = (listed: Listed, isWhole: boolean): string => {
  const rows = rowsOf(listed.sections).length
  const counts = listed.sections.map(({ heading, rows: { length } }) => `${heading}: ${length}`)
  if (listed.unknown !== undefined) return unknownWords(listed.unknown)
  if (rows === 0) return listed.problem ?? (isWhole ? "No results" : "No results yet. Locks are still loading.")
  return `${countOf(rows, "result")}. ${counts.join(", ")}`
}
