import { Effect, Result } from "effect"
import { isProblemOf } from "#core/api/problem.ts"
import { signOut } from "#core/commands/sessionCommands.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { mustBeForReal } from "#cli/commands/dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"
import { isSignedOut } from "#cli/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { tokenFor } from "#cli/local/connection.ts"
import { keepToken } from "#cli/local/Tokens.ts"
import { Failure } from "#cli/output/Failure.ts"
import { failureOf } from "#cli/output/failureOf.ts"

/** Whether a token has no session that could be ended: an API key never has one. */
const hasNoSession = (error: unknown): boolean =>
  isSignedOut(error) || isProblemOf("NotForApiKeys")(error) || isProblemOf("ApiKeyNotAccepted")(error)

/** The token is deleted here, but the server could not end the session. */
const onlyHere = (cause: unknown, host: string): Failure => {
  const { facts } = failureOf(cause, host)
  return new Failure({
    ...facts,
    message: `You're signed out on this machine, but your session on the server is still active. ${facts.message}`,
    next: "You don't have to do anything. The session expires on its own."
  })
}

/**
 * Ends the session on the server and deletes its token; if the session had already ended, only deletes it. If the server can't
 * end the session, the token is deleted too, but the command fails.
 */
export const verb = verbOf(signOut, {
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustBeForReal(call)
    const target = call.target()
    const source = yield* Effect.try({ try: () => tokenFor(target, call.environment), catch: (cause) => cause })
    if (source.from === "nowhere") {
      call.terminal.talk(`Nothing to do: nobody is signed in to ${target.host}.`)
      return exitCodes.done
    }
    const ended = yield* Effect.result(
      runOf(signOut)({}).pipe(
        Effect.as("now"),
        Effect.catchIf(hasNoSession, () => Effect.succeed("before"))
      )
    )
    if (source.from === "file") {
      yield* Effect.try({
        try: () => keepToken(call.environment.folder, target.profile, null),
        catch: (cause) => cause
      })
      if (Result.isFailure(ended)) return yield* Effect.fail(onlyHere(ended.failure, target.host))
      call.terminal.talk(`Signed out of ${target.host}.`)
    } else {
      if (Result.isFailure(ended)) return yield* Effect.fail(ended.failure)
      call.terminal.talk(
        ended.success === "now"
          ? "Ended the session of LOCKDESK_TOKEN. You can unset it now."
          : `Nothing to do: LOCKDESK_TOKEN isn't a session of ${target.host}, or it has already ended. You can unset it now.`
      )
    }
    return exitCodes.done
  })
})
