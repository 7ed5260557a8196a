/** Rows of a list by index, each with an ID that stays the same wherever it moves. */
export interface ListRows<Row> {
  readonly count: number
  readonly idAt: (place: number) => number
  /** The row at an index; undefined if it was removed in the meantime. */
  readonly at: (place: number) => Row | undefined
  /** Index of a row, or -1. */
  readonly placeOf: (id: number) => number
}

/** Rows of an array. */
export const rowsOf = <Row>(rows: ReadonlyArray<Row>, idOf: (row: Row) => number): ListRows<Row> => {
  const ids = rows.map(idOf)
  return {
    count: rows.length,
    idAt: (place) => ids[place] ?? -1,
    at: (place) => rows[place],
    placeOf: (id) => ids.indexOf(id)
  }
}
