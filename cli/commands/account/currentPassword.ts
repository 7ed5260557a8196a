import { Effect } from "effect"
import type { HttpClient } from "effect/http"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { reauthenticate } from "#core/commands/accountCommands.ts"
import { specifiedClient } from "#core/api/calls/specifiedClient.ts"
import { currentUser } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { secretInputs, type SecretQuestion } from "#cli/input/secretInput.ts"
import { keepToken } from "#cli/local/Tokens.ts"
import { usageFailure } from "#cli/output/Failure.ts"

const currentQuestion: SecretQuestion = {
  key: "currentPassword",
  label: "Current password",
  description: "Your current password",
  otherwise: "set LOCKDESK_PASSWORD"
}

/** Reads the current password and other secrets from the environment, a line of stdin, or the keyboard. */
export const passwords = (call: Call, more: ReadonlyArray<SecretQuestion> = []) =>
  Effect.tryPromise({
    try: async (): Promise<readonly [current: string, ...more: ReadonlyArray<string>]> => {
      const { password } = call.environment
      const asked = await secretInputs(call.terminal, password === null ? [currentQuestion, ...more] : more)
      const [current = "", ...others] = password === null ? asked : [password, ...asked]
      return [current, ...others]
    },
    catch: (cause) => cause
  })

/** A token passed with each command can't be replaced here. */
export const mustKeepSession = ({ environment }: Call) =>
  environment.token === null
    ? Effect.void
    : Effect.fail(
        usageFailure(
          "LOCKDESK_TOKEN can't be used here: confirming the password replaces the token.",
          "Unset it, sign in with lockdesk auth login, and run this again.",
          { field: "token" }
        )
      )

/** Stores the session's new token for this profile. */
export const keepNewToken = (call: Call, email: string, token: string) =>
  Effect.try({
    try: () => {
      const { profile, host } = call.target()
      keepToken(call.environment.folder, profile, { host, email, token })
    },
    catch: (cause) => cause
  })

/** Sends the current password, stores the new token, and makes a call with it, for a company. Also returns the user. */
export const afterPassword = Effect.fnUntraced(function* <A, E>(
  call: Call,
  current: string,
  request: Effect.Effect<A, E, ApiClient | HttpClient.HttpClient>,
  companyID: CompanyId | null = null
) {
  const { email } = yield* currentUser
  const { data } = yield* reauthenticate(email, current)
  yield* keepNewToken(call, email, data.token)
  const { host } = call.target()
  const client = specifiedClient({ host, token: () => data.token, companyID: () => companyID })
  return { user: data.user, answer: yield* Effect.provide(request, client) }
})
