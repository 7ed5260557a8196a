import { foldText } from "#core/base/search/foldText.ts"
import type { ListRows } from "#web/ui/ListRows.ts"
import { filterTest } from "./filterTest.ts"
import { type CellValue, type GridColumn, plainValue } from "./GridColumn.ts"
import type { GridQuery } from "./GridQuery.ts"
import { placesBy, textKeys } from "./order.ts"

/** Local rows, and how to read them. */
export interface RowsInHand<Row> {
  readonly items: ReadonlyArray<Row>
  /** A positive 32-bit integer, stable per row. */
  readonly idOf: (row: Row) => number
  readonly columns: ReadonlyArray<GridColumn<Row>>
}

const keysOf = (values: ReadonlyArray<CellValue | undefined>): Float64Array => {
  const plain = values.map(plainValue)
  return plain.some((value) => typeof value === "string")
    ? textKeys(plain.map((value) => (value === null ? null : String(value))))
    : Float64Array.from(plain, (value) => (value === null ? Number.NaN : Number(value)))
}

/** A view of an array through a list of indexes. Copies no rows. */
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

interface Searched {
  readonly columns: ReadonlyArray<unknown>
  readonly texts: ReadonlyArray<string>
}

const searched = new WeakMap<ReadonlyArray<unknown>, Searched>()

/** Case-folded search text of each row. Cached while the rows don't change, instead of rebuilt on each key press. */
const searchedTexts = <Row>(
  items: ReadonlyArray<Row>,
  columns: ReadonlyArray<GridColumn<Row>>
): ReadonlyArray<string> => {
  const known = searched.get(items)
  if (known?.columns === columns) return known.texts
  const values = columns.flatMap(({ searched: looks, value }) => (looks && value !== undefined ? [value] : []))
  // One line per value, so that typed text can't match across two values.
  const texts = items.map((row) => values.map((value) => foldText(String(plainValue(value(row)) ?? ""))).join("\n"))
  searched.set(items, { columns, texts })
  return texts
}

/** Builds the search texts of rows before anything is searched. */
export const prepareSearch = <Row>(items: ReadonlyArray<Row>, columns: ReadonlyArray<GridColumn<Row>>): void =>
  void searchedTexts(items, columns)

/** Local rows for a query without its page: searched, filtered and sorted, all on indexes. */
export const arrayRows = <Row>({ items, idOf, columns }: RowsInHand<Row>, query: GridQuery): ListRows<Row> => {
  const values = new Map(columns.flatMap((column) => (column.value === undefined ? [] : [[column.id, column.value]])))
  const tests = columns.flatMap(({ id, kind = "text", value }) => {
    const text = query.filters[id]
    if (text === undefined || value === undefined) return []
    const passes = filterTest(kind, text)
    return [(row: Row): boolean => passes(value(row) ?? null)]
  })
  const wanted = foldText(query.search.trim())
  const texts = wanted === "" ? null : searchedTexts(items, columns)
  const found = new Uint32Array(items.length)
  let count = 0
  for (let at = 0; at < items.length; at++) {
    if (texts !== null && !texts[at]!.includes(wanted)) continue
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
