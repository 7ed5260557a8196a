import { Effect } from "effect"
import { SignedOut } from "#core/auth/AuthErrors.ts"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { unmaskOption } from "#cli/input/unmaskOption.ts"
import { tokenFor } from "#cli/local/connection.ts"
import { usageFailure } from "#cli/output/Failure.ts"

const command: LocalCommand = {
  id: "auth.token",
  title: "Print the token of the session",
  section: "Session",
  keywords: ["secret", "script"],
  input: {},
  risk: "reads",
  terminal: { path: ["auth", "token"], examples: ["LOCKDESK_TOKEN=$(lockdesk auth token) ./nightly.sh"] }
}

/** Prints the token for scripts; at a terminal, where it would stay on screen, only with --unmask. */
export const verb: Verb = {
  command,
  options: { unmask: unmaskOption },
  run: Effect.fnUntraced(function* (call: Call) {
    if (call.terminal.streams.stdout.isTTY && call.given["unmask"] !== true) {
      return yield* Effect.fail(
        usageFailure("Tokens aren't printed to a terminal by default.", "Pipe the output, or add --unmask.", {
          field: "unmask"
        })
      )
    }
    const source = yield* Effect.try({
      try: () => tokenFor(call.target(), call.environment),
      catch: (cause) => cause
    })
    if (source.from === "nowhere") return yield* Effect.fail(new SignedOut())
    const asJson = call.terminal.outputOptions.format.kind !== "table"
    yield* Effect.promise(() =>
      call.terminal.data(asJson ? `${JSON.stringify({ token: source.token })}\n` : `${source.token}\n`)
    )
    return exitCodes.done
  })
}
