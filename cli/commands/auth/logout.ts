import { Effect } from "effect"
import { signOut } from "#core/commands/sessionCommands.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { mustBeForReal } from "#cli/commands/dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"
import { isSignedOut } from "#cli/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { tokenFor } from "#cli/local/connection.ts"
import { keepToken } from "#cli/local/Tokens.ts"

/** Ends the session on the server and forgets its token; a session that has ended already is only forgotten. */
export const verb = verbOf(signOut, {
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustBeForReal(call)
    const target = call.target()
    const source = yield* Effect.try({ try: () => tokenFor(target, call.environment), catch: (cause) => cause })
    if (source.from === "nowhere") {
      call.terminal.talk(`Nobody is signed in to ${target.host}; nothing to do.`)
      return exitCodes.done
    }
    yield* runOf(signOut)({}).pipe(Effect.catchIf(isSignedOut, () => Effect.void))
    if (source.from === "file") {
      yield* Effect.try({
        try: () => keepToken(call.environment.folder, target.profile, null),
        catch: (cause) => cause
      })
      call.terminal.talk(`Signed out of ${target.host}.`)
    } else {
      call.terminal.talk(`The session of LOCKDESK_TOKEN has ended; unset it.`)
    }
    return exitCodes.done
  })
})
