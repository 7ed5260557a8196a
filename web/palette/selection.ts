import type { Words } from "#core/api/problem.ts"
import { type PaletteRow, rowsOf } from "./PaletteRow.ts"
import type { Listed } from "./RowSources.ts"

/** The typed text, its rows, and the selected row. */
export interface Listing {
  readonly text: string
  readonly listed: Listed
  /** ID of the selected row; null if none. */
  readonly selected: string | null
  /** The user selected the row, so Enter acts on it rather than on the text. */
  readonly chosen: boolean
  /** Select the first row automatically. Not where that could pick a lock other than the typed one. */
  readonly preselects: boolean
}

/**
 * The first row, unless it is refused, which means that no row works. None for an unknown serial code, because no row is
 * what was typed.
 */
const firstOf = ({ sections, unknown }: Listed): string | null => {
  const [row] = rowsOf(sections)
  return unknown === undefined && row?.refusal === null ? row.id : null
}

/** New text: selects its first row. */
export const typed = (text: string, listed: Listed, preselects = true): Listing => ({
  text,
  listed,
  selected: preselects ? firstOf(listed) : null,
  chosen: false,
  preselects
})

/**
 * Rows that arrived later for the same text. They don't move the selection, and select the first row only if nothing
 * could be selected before. If the selected row is gone, none is selected: Enter must not act on a different one.
 */
export const joined = (before: Listing, listed: Listed): Listing => ({
  ...before,
  listed,
  selected: before.selected === null && !before.chosen && before.preselects ? firstOf(listed) : before.selected
})

/** The selected row if it is still listed. */
export const selectedRow = ({ listed, selected }: Listing): PaletteRow | null =>
  rowsOf(listed.sections).find(({ id }) => id === selected) ?? null

/** Why nothing is selected: the text can't be searched, or the first row is refused. */
export const refusalOf = ({ listed: { problem, sections } }: Listing): Words | null | undefined =>
  problem === undefined ? rowsOf(sections)[0]?.refusal : { error: problem, next: "" }

/** Moves the selection by a number of rows, stopping at the ends. */
export const moved = (before: Listing, by: number): Listing => {
  const rows = rowsOf(before.listed.sections)
  const at = rows.findIndex(({ id }) => id === before.selected)
  const next = at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))
  return { ...before, selected: rows[next]?.id ?? null, chosen: true }
}

/** Selects a row. */
export const pointed = (before: Listing, id: string): Listing => ({ ...before, selected: id, chosen: true })
