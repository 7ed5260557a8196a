import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { isProblemOf } from "#core/api/problem.ts"
import { isSerial } from "#core/base/serialText.ts"
import { shellWord } from "#core/base/shellWord.ts"
import { availability } from "#core/commands/availability.ts"
import { companyOfLock } from "#core/commands/companyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"
import { currentUser } from "#cli/session.ts"

const isLockNotFound = isProblemOf("LockNotFound")

/**
 * For a user who can act for several companies, the company that has a lock which this one doesn't have; null for other users,
 * for text that is not a serial code, and if no company has the lock.
 */
const otherCompany = Effect.fnUntraced(function* (text: string) {
  if (!isSerial(text)) return null
  const user = yield* currentUser
  if (!availability(companyOfLock, user).allowed) return null
  const found = yield* Effect.catchIf(
    Effect.map(runOf(companyOfLock)({ serialCode: text }), ({ data }) => data),
    isLockNotFound,
    () => Effect.succeed(null)
  )
  return found?.companyID === user.companyID ? null : found
})

/** Fails with the name of the company that has this lock, if it is another one. */
export const mustNotBeElsewhere = (text: string): Effect.Effect<void, unknown, ApiClient> =>
  Effect.flatMap(otherCompany(text), (company) =>
    company === null
      ? Effect.void
      : Effect.fail(
          new Failure({
            code: "LockOfOtherCompany",
            message: `Lock ${text} is at ${company.companyName}.`,
            next: `Add --company ${shellWord(company.companyName)}.`,
            exit: exitCodes.notFound,
            field: "company"
          })
        )
  )
