import type { SqlClient } from "effect/sql"
import type { Fragment, Statement } from "effect/sql/Statement"

/** What stands for a value until a statement is run. No value of a statement begins so. */
const mark = "\u0000"

/** A parameter of a statement that is put together once. */
export type Parameter<N extends string> = (name: N) => Fragment

/**
 * A statement that is put together once and run with the values of its parameters. For long statements that are run often: putting one
 * together, and finding a text that is new each time among those that are prepared, takes as long as a read of one row.
 */
export const composed = <N extends string, A extends object>(
  sql: SqlClient.SqlClient,
  compose: (parameter: Parameter<N>) => Statement<A>
): ((values: Readonly<Record<N, unknown>>) => Statement<A>) => {
  const [text, order] = compose((name) => sql`${mark + name}`).compile()
  return (values) =>
    sql.unsafe<A>(
      text,
      order.map((each) => (typeof each === "string" && each.startsWith(mark) ? values[each.slice(1) as N] : each))
    )
}
