import { Effect } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { EmailInUse } from "#core/auth/AuthErrors.ts"

/** Turns the violation of unique emails into a refusal; other failures of a statement stay as they are. */
export const emailInUse = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E | EmailInUse, R> =>
  write.pipe(
    Effect.catch((error): Effect.Effect<never, E | EmailInUse> =>
      isSqlError(error) && error.reason._tag === "UniqueViolation" && error.reason.constraint === "users_email"
        ? Effect.fail(new EmailInUse({ data: {} }))
        : Effect.fail(error)
    )
  )
