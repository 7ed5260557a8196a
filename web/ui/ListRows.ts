/** What a list shows: rows by place, each with an id that stays with it wherever it moves. */
export interface ListRows<Row> {
  readonly count: number
  readonly idAt: (place: number) => number
  /** The row of a place; undefined for one that went away since the rows were counted. */
  readonly at: (place: number) => Row | undefined
  /** The place of a row, or -1. */
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
