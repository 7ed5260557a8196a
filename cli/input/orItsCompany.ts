import { Effect } from "effect"
import { isProblemOf } from "#core/api/problem.ts"

const isLockNotFound = isProblemOf("LockNotFound")

/**
 * If the lock is not found, fails with the name of the company that has it instead, where there is one. What that takes is
 * loaded on demand: a lock that is found needs none of it.
 */
export const orItsCompany = <A, E, R>(text: string, work: Effect.Effect<A, E, R>) =>
  Effect.catchIf(work as Effect.Effect<A, unknown, R>, isLockNotFound, (error) =>
    Effect.promise(() => import("./companyOfLock.ts")).pipe(
      Effect.flatMap(({ mustNotBeElsewhere }) => mustNotBeElsewhere(text)),
      Effect.andThen(Effect.fail(error))
    )
  )
