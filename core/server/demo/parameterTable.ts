import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** A column of a parameter table: its SQL type, and its value for a row. */
export type ParameterColumn<Row> = readonly [type: string, value: (row: Row) => unknown]

/**
 * Rows as a table in a statement, with one array parameter per column: many rows for the cost of one. The table is called `n`;
 * its rows are numbered from 1 in `nr`.
 */
export const parameterTable = <Row>(
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<Row>,
  columns: Readonly<Record<string, ParameterColumn<Row>>>
): Fragment => {
  const arrays = Object.values(columns).map(([type, value]) => {
    const values = rows.map(value)
    // An array of only nulls has no type; unnest fills an empty one with nulls.
    return sql`${values.every((one) => one === null) ? [] : values}::${sql.literal(type)}[]`
  })
  return sql`unnest(${sql.csv(arrays)}) WITH ORDINALITY AS n(${sql.csv(Object.keys(columns))}, nr)`
}

/** Splits a list into chunks of a maximum size. */
export const pieces = <A>(list: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, nth) => list.slice(nth * size, (nth + 1) * size))
