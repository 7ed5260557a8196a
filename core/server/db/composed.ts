import type { SqlClient } from "effect/sql"
import type { Fragment, Statement } from "effect/sql/Statement"

/** Stands for a value until the statement runs. No real value starts with it. */
const mark = "\u0000"

/** A parameter of a precomposed statement. */
export type Parameter<N extends string> = (name: N) => Fragment

/**
 * A statement that is composed once and run with different parameters. For long statements that run often: composing one, and
 * finding its text among the prepared ones, takes as long as reading one row.
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
