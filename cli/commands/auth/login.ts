import { Effect } from "effect"
import { signIn } from "#core/commands/sessionCommands.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { hostOf, targetOf } from "#cli/local/connection.ts"
import { settingKey } from "#cli/local/settingKeys.ts"
import { changeSettings } from "#cli/local/Settings.ts"
import { keepToken } from "#cli/local/Tokens.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { mustBeForReal } from "#cli/commands/dryRun.ts"
import { showSignedIn } from "./shownSignedIn.ts"

/** Stores `--host` in the profile after signing in, so that later commands use it, and reports that. */
const keepHost = async ({ flags, environment, settings, terminal, target }: Call): Promise<void> => {
  const { profile, host } = target()
  const before = targetOf({ profile }, { ...environment, host: null }, settings).host
  if (flags.host === undefined) return
  if (before !== host) {
    await changeSettings(environment.folder, (kept) => settingKey("host").write(kept, profile, host))
    terminal.talk(`Profile ${profile} now uses ${host} instead of ${before}.`)
  }
  if (environment.host !== null && hostOf(environment.host) !== host) {
    terminal.talk(`LOCKDESK_HOST is set to ${environment.host}. Commands go there unless you add --host ${host}.`)
  }
}

/** Signs in and stores the token. The password comes from the keyboard (hidden) or the first line of stdin. */
export const verb = verbOf(signIn, {
  anonymous: true,
  fields: ["userID", "name", "email", "roleID", "companyID", "companyName"],
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustBeForReal(call)
    const { profile, host } = call.target()
    const { email: emailField, password: passwordField } = signIn.input
    const { email, password } = yield* readInput(call, { email: emailField, password: passwordField })
    if (password === "") return yield* Effect.fail(usageFailure("The password is empty.", "Type it, or pipe it in."))
    const { data } = yield* runOf(signIn)({ email, password, client: "terminal" })
    yield* Effect.try({
      try: () => keepToken(call.environment.folder, profile, { host, email: data.user.email, token: data.token }),
      catch: (cause) => cause
    })
    yield* Effect.tryPromise({ try: () => keepHost(call), catch: (cause) => cause })
    if (call.terminal.outputOptions.format.kind !== "table") {
      return yield* showSignedIn(data.user, call)
    }
    call.terminal.talk(`Signed in to ${host} as ${data.user.name} (${data.user.email}), profile ${profile}.`)
    if (call.environment.token !== null) call.terminal.talk("LOCKDESK_TOKEN is set and overrides this sign-in.")
    return exitCodes.done
  })
})
