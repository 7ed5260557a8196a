import { type PaletteRow, rowsOf } from "./PaletteRow.ts"
import type { Listed } from "./RowSources.ts"

/** What is typed, what is listed for it, and which row is selected. */
export interface Listing {
  readonly text: string
  readonly listed: Listed
  /** A selection belongs to an id; null when nothing is selected. */
  readonly selected: string | null
  /** The person chose the row, so Enter acts on it rather than on what was typed. */
  readonly chosen: boolean
  /** The first row is selected by itself. Not where a guess could mean another lock than the one that was typed. */
  readonly preselects: boolean
}

/** The first row that is not refused. None where a serial code was typed that no lock has: no row is what was typed. */
const firstOf = ({ sections, unknown }: Listed): string | null =>
  unknown === undefined ? (rowsOf(sections).find(({ refusal }) => refusal === null)?.id ?? null) : null

/** What was typed anew: its first row is selected. */
export const typed = (text: string, listed: Listed, preselects = true): Listing => ({
  text,
  listed,
  selected: preselects ? firstOf(listed) : null,
  chosen: false,
  preselects
})

/**
 * Rows that came later for the same text. They never move the selection; where nothing was there to be selected, the first of
 * them is. A selected row that is gone leaves none selected: Enter must not act on another one.
 */
export const joined = (before: Listing, listed: Listed): Listing => ({
  ...before,
  listed,
  selected: before.selected === null && !before.chosen && before.preselects ? firstOf(listed) : before.selected
})

/** The selected row, while it is listed. */
export const selectedRow = ({ listed, selected }: Listing): PaletteRow | null =>
  rowsOf(listed.sections).find(({ id }) => id === selected) ?? null

/** Another row is selected: so many further down, stopping at the ends. */
export const moved = (before: Listing, by: number): Listing => {
  const rows = rowsOf(before.listed.sections)
  const at = rows.findIndex(({ id }) => id === before.selected)
  const next = at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))
  return { ...before, selected: rows[next]?.id ?? null, chosen: true }
}

/** A certain row is selected. */
export const pointed = (before: Listing, id: string): Listing => ({ ...before, selected: id, chosen: true })
