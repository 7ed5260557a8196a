import { Effect } from "effect"
import { isSqlError } from "effect/sql/SqlError"

/** Whether a write failed because another row already has the value of this unique index. */
export const violates = (error: unknown, index: string): boolean =>
  isSqlError(error) && error.reason._tag === "UniqueViolation" && error.reason.constraint === index

/** Turns a violation of a unique index into a refusal; other failures stay as they are. */
export const uniqueRefusal =
  <F>(index: string, refusal: () => F) =>
  <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E | F, R> =>
    write.pipe(
      Effect.catch((error): Effect.Effect<never, E | F> => Effect.fail(violates(error, index) ? refusal() : error))
    )
