/** The row that `INSERT ... RETURNING` returned. Without one nothing was inserted, which is a bug on our side. */
export const insertedRow = <Row>([row]: ReadonlyArray<Row>): Row => {
  if (row === undefined) throw new Error("an insert returned no row")
  return row
}
