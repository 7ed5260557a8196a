import { Effect } from "effect"
import { type ApiClient, withClient } from "#core/api/ApiClient.ts"
import { isProblemOf } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { availability } from "#core/commands/availability.ts"
import type { Guarded } from "#core/commands/availabilityRules.ts"

/** The signed-in user, from the server. Fails with SignedOut if there is none. */
export const currentUser: Effect.Effect<LoggedInUser, unknown, ApiClient> = Effect.map(
  withClient((client) => client.auth.user({ query: {} })),
  (answer) => answer.data
)

/** Whether a call failed because no one is signed in. */
export const isSignedOut = isProblemOf("SignedOut")

/** Fails with the reason if the user may not run the command, before anything is asked or sent. */
export const mustBeAllowed = (command: Guarded) =>
  Effect.flatMap(currentUser, (user) => {
    const answer = availability(command, user)
    return answer.allowed ? Effect.succeed(user) : Effect.fail(answer.problem)
  })
