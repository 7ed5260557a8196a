import type { ListRows } from "./ListRows.ts"

/** The current row by ID, with its last index for when it is gone. */
export interface ListPlace {
  readonly current: number | null
  readonly place: number
  readonly selected: ReadonlySet<number>
  /** The range that Shift extends or shrinks; null if none. */
  readonly range: Range | null
}

interface Range {
  /** The row where the range starts. */
  readonly anchor: number
  /** What else was selected when the range started. */
  readonly beside: ReadonlySet<number>
}

export const nowhere: ListPlace = { current: null, place: -1, selected: new Set(), range: null }

type Order = Pick<ListRows<unknown>, "count" | "idAt" | "placeOf">

/** Index of the current row; its last index if it is gone, -1 if there is none. */
const standing = ({ current, place }: ListPlace, rows: Order): number => {
  const at = current === null ? -1 : rows.placeOf(current)
  return at === -1 ? Math.min(place, rows.count) : at
}

/** Makes the row at an index current, clamped to the list. */
export const movedTo = (from: ListPlace, rows: Order, place: number): ListPlace => {
  if (rows.count === 0) return from
  const at = Math.max(0, Math.min(rows.count - 1, place))
  return { ...from, current: rows.idAt(at), place: at, range: null }
}

/** Moves by a number of rows. If the current row is gone, the row now at its index counts as the next one. */
export const movedBy = (from: ListPlace, rows: Order, step: number): ListPlace => {
  const at = standing(from, rows)
  const gone = from.current !== null && rows.placeOf(from.current) === -1
  return movedTo(from, rows, gone && step > 0 ? at + step - 1 : Math.max(at, step > 0 ? -1 : 0) + step)
}

/** The place with a listed current row: the one that a move down would reach if there is none. */
export const onRow = (from: ListPlace, rows: Order): ListPlace =>
  from.current !== null && rows.placeOf(from.current) !== -1 ? from : movedBy(from, rows, 1)

/** Toggles the selection of the current row, unless it hasn't loaded. */
export const toggled = (from: ListPlace): ListPlace => {
  if (from.current === null || from.current === -1) return from
  const selected = new Set(from.selected)
  if (!selected.delete(from.current)) selected.add(from.current)
  return { ...from, selected, range: { anchor: from.current, beside: selected } }
}

/** Makes a row current and selects from the start of the range to it, plus what was selected before. */
const ranged = (from: ListPlace, to: ListPlace, rows: Order): ListPlace => {
  const anchor = from.range?.anchor ?? from.current ?? to.current
  if (to.current === null || anchor === null) return to
  const range = { anchor, beside: from.range?.beside ?? from.selected }
  const begin = rows.placeOf(anchor)
  if (begin === -1) return { ...to, range }
  const [first, last] = begin < to.place ? [begin, to.place] : [to.place, begin]
  const ids = Array.from({ length: last - first + 1 }, (_, at) => rows.idAt(first + at))
  // Rows not yet loaded from the server have no IDs. Selecting a range over them would silently skip them.
  if (ids.includes(-1)) return { ...to, range }
  return { ...to, range, selected: new Set([...range.beside, ...ids]) }
}

/** Moves and selects from the start of the range. */
export const extendedBy = (from: ListPlace, rows: Order, step: number): ListPlace =>
  ranged(from, movedBy(from, rows, step), rows)

/** Makes a row current and selects from the start of the range to it. */
export const extendedTo = (from: ListPlace, rows: Order, place: number): ListPlace =>
  ranged(from, movedTo(from, rows, place), rows)

/** Selects all rows, or none if all were selected. */
export const allToggled = (from: ListPlace, rows: Order): ListPlace => {
  return selectionOf(from, rows) === "all" ? deselected(from) : allSelected(from, rows)
}

/** Selects all rows. */
export const allSelected = (from: ListPlace, rows: Order): ListPlace => {
  const ids = Array.from({ length: rows.count }, (_, place) => rows.idAt(place))
  return { ...from, range: null, selected: new Set(ids.filter((id) => id !== -1)) }
}

/**
 * Indexes of the selected rows, in list order. Iterates over the rows, because looking up each of a hundred thousand
 * would take seconds.
 */
export const placesIn = (selected: ReadonlySet<number>, rows: Pick<Order, "count" | "idAt">): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let place = 0; place < rows.count; place++) if (selected.has(rows.idAt(place))) places.push(place)
  return places
}

/** How much of a list is selected. Selected rows that aren't listed don't count. */
export const selectionOf = ({ selected }: Pick<ListPlace, "selected">, rows: Order): "all" | "some" | "none" => {
  if (selected.size === 0 || rows.count === 0) return "none"
  const listed = placesIn(selected, rows).length
  return listed === 0 ? "none" : listed === rows.count ? "all" : "some"
}

/** Number of selected rows that are hidden; 0 while only the server knows all rows. */
export const hiddenOf = ({ selected }: Pick<ListPlace, "selected">, rows: Order): number =>
  selected.size === 0 || (rows.count > 0 && (rows.idAt(0) === -1 || rows.idAt(rows.count - 1) === -1))
    ? 0
    : selected.size - placesIn(selected, rows).length

/** Deselects the hidden rows. */
export const shownOnly = (from: ListPlace, rows: Order): ListPlace => ({
  ...from,
  range: null,
  selected: new Set(placesIn(from.selected, rows).map(rows.idAt))
})

/** Clears the current row if it is outside the visible range. The next move starts at the start of the range. */
export const keptWithin = (from: ListPlace, rows: Order, [first, end]: readonly [number, number]): ListPlace => {
  // A row that hasn't loaded has an index and no ID.
  const placed = from.current === null || from.current === -1
  const at = placed ? from.place : rows.placeOf(from.current ?? -1)
  const inside = at >= (from.current === null ? first - 1 : first) && at < end
  return inside ? from : { ...from, current: null, place: first - 1, range: null }
}

/** Clears the selection. */
export const deselected = (from: ListPlace): ListPlace => ({ ...from, selected: new Set(), range: null })
