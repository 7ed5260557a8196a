import { Effect } from "effect"
import { type ApiClient, withClient } from "#core/api/ApiClient.ts"
import { isProblem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { availability } from "#core/commands/availability.ts"
import type { Guarded } from "#core/commands/availabilityRules.ts"

/** Who is signed in, asked of the server. Fails with SignedOut when nobody is. */
export const currentUser: Effect.Effect<LoggedInUser, unknown, ApiClient> = Effect.map(
  withClient((client) => client.auth.user({ query: {} })),
  (answer) => answer.data
)

/** Whether a call failed because nobody is signed in. */
export const isSignedOut = (error: unknown): boolean => isProblem(error) && error._tag === "SignedOut"

/** Fails with the reason when the user may not run the command: said before anything is asked for or sent. */
export const mustBeAllowed = (command: Guarded) =>
  Effect.flatMap(currentUser, (user) => {
    const answer = availability(command, user)
    return answer.allowed ? Effect.succeed(user) : Effect.fail(answer.problem)
  })
