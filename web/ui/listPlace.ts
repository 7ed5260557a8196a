import type { ListRows } from "./ListRows.ts"

/** Where somebody is in a list: the row by its id, and where it stood last, for when it is gone. */
export interface ListPlace {
  readonly current: number | null
  readonly place: number
  readonly selected: ReadonlySet<number>
  /** Where a range with Shift begins. */
  readonly anchor: number | null
}

export const nowhere: ListPlace = { current: null, place: -1, selected: new Set(), anchor: null }

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
  return { ...from, current: rows.idAt(at), place: at, anchor: null }
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
  return { ...from, selected, anchor: from.current }
}

/** Moves on and selects everything from where the range began. */
export const extendedBy = (from: ListPlace, rows: Order, step: number): ListPlace => {
  const to = movedBy(from, rows, step)
  const anchor = from.anchor ?? from.current ?? to.current
  const begin = anchor === null ? -1 : rows.placeOf(anchor)
  if (to.current === null || begin === -1) return { ...to, anchor }
  const [first, last] = begin < to.place ? [begin, to.place] : [to.place, begin]
  const range = Array.from({ length: last - first + 1 }, (_, at) => rows.idAt(first + at))
  return { ...to, anchor, selected: new Set(range) }
}

/** Nothing is selected any more. */
export const deselected = (from: ListPlace): ListPlace => ({ ...from, selected: new Set(), anchor: null })
