import type { ListRows } from "./ListRows.ts"

/** Where somebody is in a list: the row by its id, and where it stood last, for when it is gone. */
export interface ListPlace {
  readonly current: number | null
  readonly place: number
  readonly selected: ReadonlySet<number>
  /** The range that Shift makes longer or shorter; null while there is none. */
  readonly range: Range | null
}

interface Range {
  /** The row where the range begins. */
  readonly anchor: number
  /** What was selected besides when the range began. */
  readonly beside: ReadonlySet<number>
}

export const nowhere: ListPlace = { current: null, place: -1, selected: new Set(), range: null }

type Order = Pick<ListRows<unknown>, "count" | "idAt" | "placeOf">

/** The place of the current row; where it stood when it is not in the list any more, -1 before there is one. */
const standing = ({ current, place }: ListPlace, rows: Order): number => {
  const at = current === null ? -1 : rows.placeOf(current)
  return at === -1 ? Math.min(place, rows.count) : at
}

/** The current row is the one at a place, of those there are. */
export const movedTo = (from: ListPlace, rows: Order, place: number): ListPlace => {
  if (rows.count === 0) return from
  const at = Math.max(0, Math.min(rows.count - 1, place))
  return { ...from, current: rows.idAt(at), place: at, range: null }
}

/** The row so many further. A row that is gone leaves its place to the one that came there: that is the next one. */
export const movedBy = (from: ListPlace, rows: Order, step: number): ListPlace => {
  const at = standing(from, rows)
  const gone = from.current !== null && rows.placeOf(from.current) === -1
  return movedTo(from, rows, gone && step > 0 ? at + step - 1 : Math.max(at, step > 0 ? -1 : 0) + step)
}

/** The current row is selected, or not any more. */
export const toggled = (from: ListPlace): ListPlace => {
  if (from.current === null) return from
  const selected = new Set(from.selected)
  if (!selected.delete(from.current)) selected.add(from.current)
  return { ...from, selected, range: { anchor: from.current, beside: selected } }
}

/** The current row is this one; everything from where the range began is selected, and what was selected before it. */
const ranged = (from: ListPlace, to: ListPlace, rows: Order): ListPlace => {
  const anchor = from.range?.anchor ?? from.current ?? to.current
  if (to.current === null || anchor === null) return to
  const range = { anchor, beside: from.range?.beside ?? from.selected }
  const begin = rows.placeOf(anchor)
  if (begin === -1) return { ...to, range }
  const [first, last] = begin < to.place ? [begin, to.place] : [to.place, begin]
  const ids = Array.from({ length: last - first + 1 }, (_, at) => rows.idAt(first + at))
  // Rows that have not come from the server yet have no ids: a range over them would leave them out without a word.
  if (ids.includes(-1)) return { ...to, range }
  return { ...to, range, selected: new Set([...range.beside, ...ids]) }
}

/** Moves on and selects everything from where the range began. */
export const extendedBy = (from: ListPlace, rows: Order, step: number): ListPlace =>
  ranged(from, movedBy(from, rows, step), rows)

/** Selects everything from where the range began to a row, which is the current one then. */
export const extendedTo = (from: ListPlace, rows: Order, place: number): ListPlace =>
  ranged(from, movedTo(from, rows, place), rows)

/** Every row is selected; none, where every one was. */
export const allToggled = (from: ListPlace, rows: Order): ListPlace => {
  return selectionOf(from, rows) === "all" ? deselected(from) : allSelected(from, rows)
}

/** Every row is selected. */
export const allSelected = (from: ListPlace, rows: Order): ListPlace => {
  const ids = Array.from({ length: rows.count }, (_, place) => rows.idAt(place))
  return { ...from, range: null, selected: new Set(ids.filter((id) => id !== -1)) }
}

/** Where selected rows are listed, in their order. Read by place: to look each of a hundred thousand up would take seconds. */
export const placesIn = (selected: ReadonlySet<number>, rows: Pick<Order, "count" | "idAt">): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let place = 0; place < rows.count; place++) if (selected.has(rows.idAt(place))) places.push(place)
  return places
}

/** How much of a list is selected. What is selected and not listed any more does not count. */
export const selectionOf = ({ selected }: Pick<ListPlace, "selected">, rows: Order): "all" | "some" | "none" => {
  if (selected.size === 0 || rows.count === 0) return "none"
  const listed = placesIn(selected, rows).length
  return listed === 0 ? "none" : listed === rows.count ? "all" : "some"
}

/** How many selected rows the list does not show; 0 while only the server knows all of its rows. */
export const hiddenOf = ({ selected }: Pick<ListPlace, "selected">, rows: Order): number =>
  selected.size === 0 || (rows.count > 0 && (rows.idAt(0) === -1 || rows.idAt(rows.count - 1) === -1))
    ? 0
    : selected.size - placesIn(selected, rows).length

/** What the list does not show is not selected any more. */
export const shownOnly = (from: ListPlace, rows: Order): ListPlace => ({
  ...from,
  range: null,
  selected: new Set(placesIn(from.selected, rows).map(rows.idAt))
})

/** Nobody is at a row any more that lies outside what is shown; the next move begins where that does. */
export const keptWithin = (from: ListPlace, rows: Order, [first, end]: readonly [number, number]): ListPlace => {
  // A row that has not come yet has a place and no id.
  const placed = from.current === null || from.current === -1
  const at = placed ? from.place : rows.placeOf(from.current ?? -1)
  const inside = at >= (from.current === null ? first - 1 : first) && at < end
  return inside ? from : { ...from, current: null, place: first - 1, range: null }
}

/** Nothing is selected any more. */
export const deselected = (from: ListPlace): ListPlace => ({ ...from, selected: new Set(), range: null })
