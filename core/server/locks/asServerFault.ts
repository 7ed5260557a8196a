import { Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { WitnessFailed } from "../audit/Witness.ts"

/** For the edge of a service: a failure that the caller did not cause becomes a defect, answered in http/problemResponse.ts. */
export const asServerFault = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError | WitnessFailed, R>
): Effect.Effect<A, Exclude<E, SqlError | WitnessFailed>, R> =>
  effect.pipe(
    Effect.catch((error) =>
      isSqlError(error) || error instanceof WitnessFailed
        ? Effect.die(error)
        : Effect.fail(error as Exclude<E, SqlError | WitnessFailed>)
    )
  )
