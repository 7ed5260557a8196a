import { foldText } from "#core/base/search/foldText.ts"
import type { ListRows } from "#web/ui/ListRows.ts"
import { filterTest } from "./filterTest.ts"
import { type CellValue, type GridColumn, plainValue } from "./GridColumn.ts"
import type { GridQuery } from "./GridQuery.ts"
import { placesBy, textKeys } from "./order.ts"

/** Rows in hand, and how a grid is to read them. */
export interface RowsInHand<Row> {
  readonly items: ReadonlyArray<Row>
  /** A positive 32-bit integer that stays with a row. */
  readonly idOf: (row: Row) => number
  readonly columns: ReadonlyArray<GridColumn<Row>>
}

const keysOf = (values: ReadonlyArray<CellValue | undefined>): Float64Array => {
  const plain = values.map(plainValue)
  return plain.some((value) => typeof value === "string")
    ? textKeys(plain.map((value) => (value === null ? null : String(value))))
    : Float64Array.from(plain, (value) => (value === null ? Number.NaN : Number(value)))
}

/** Rows of a place list of an array; no row is copied. */
const rowsAt = <Row>(items: ReadonlyArray<Row>, places: Uint32Array, idOf: (row: Row) => number): ListRows<Row> => {
  const at = (place: number): Row | undefined => items[places[place] ?? -1]
  let byId: Map<number, number> | undefined
  return {
    count: places.length,
    idAt: (place) => {
      const row = at(place)
      return row === undefined ? -1 : idOf(row)
    },
    at,
    placeOf: (id) => {
      byId ??= new Map(Array.from(places, (from, place) => [idOf(items[from]!), place]))
      return byId.get(id) ?? -1
    }
  }
}

/** What rows in hand come to for a query, its page aside: searched, filtered, then sorted, all over indices. */
export const arrayRows = <Row>({ items, idOf, columns }: RowsInHand<Row>, query: GridQuery): ListRows<Row> => {
  const values = new Map(columns.flatMap((column) => (column.value === undefined ? [] : [[column.id, column.value]])))
  const tests = columns.flatMap(({ id, kind = "text", value }) => {
    const text = query.filters[id]
    if (text === undefined || value === undefined) return []
    const passes = filterTest(kind, text)
    return [(row: Row): boolean => passes(value(row) ?? null)]
  })
  const wanted = foldText(query.search.trim())
  if (wanted !== "") {
    const searched = columns.flatMap(({ searched: looks, value }) => (looks && value !== undefined ? [value] : []))
    tests.push((row) => searched.some((value) => foldText(String(plainValue(value(row)) ?? "")).includes(wanted)))
  }
  const found = new Uint32Array(items.length)
  let count = 0
  for (let at = 0; at < items.length; at++) {
    if (tests.every((test) => test(items[at]!))) found[count++] = at
  }
  const places = found.subarray(0, count)
  const by = query.sort === null ? undefined : values.get(query.sort.column)
  if (query.sort === null || by === undefined) return rowsAt(items, places, idOf)
  const order = placesBy(keysOf(Array.from(places, (at) => by(items[at]!))), query.sort.desc)
  return rowsAt(
    items,
    order.map((place) => places[place]!),
    idOf
  )
}
