import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** A column of a parameter table: its SQL type, and its value for a row. */
export type ParameterColumn<Row> = readonly [type: string, value: (row: Row) => unknown]

/**
 * Rows as a table that a statement reads from, one array parameter a column: many rows for the price of one. The table
 * is called `n`, its rows have numbers from 1 in `nr`.
 */
export const parameterTable = <Row>(
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<Row>,
  columns: Readonly<Record<string, ParameterColumn<Row>>>
): Fragment => {
  const arrays = Object.values(columns).map(([type, value]) => {
    const values = rows.map(value)
    // An array of nothing but nulls has no type; an empty one is filled up with nulls by unnest.
    return sql`${values.every((one) => one === null) ? [] : values}::${sql.literal(type)}[]`
  })
  return sql`unnest(${sql.csv(arrays)}) WITH ORDINALITY AS n(${sql.csv(Object.keys(columns))}, nr)`
}

/** A list in pieces of at most so many. */
export const pieces = <A>(list: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, nth) => list.slice(nth * size, (nth + 1) * size))
