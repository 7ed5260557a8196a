import { Effect } from "effect"
import { updatePassword } from "#core/commands/accountCommands.ts"
import { passwordsMatchWords } from "#core/base/fieldWords.ts"
import { showSignedIn } from "#cli/commands/auth/shownSignedIn.ts"
import { mustBeForReal } from "#cli/commands/dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import type { SecretQuestion } from "#cli/input/secretInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { accountFields } from "./accountFields.ts"
import { afterPassword, keepNewToken, mustKeepSession, passwords } from "./currentPassword.ts"

const newQuestion: SecretQuestion = {
  key: "password",
  label: "New password",
  description: "6 to 40 characters",
  otherwise: "set LOCKDESK_NEW_PASSWORD"
}

const confirmQuestion: SecretQuestion = {
  key: "confirmPassword",
  label: "Confirm new password",
  description: "The same again"
}

/** Reads the current and the new password. At a keyboard the new one is typed twice; in a pipe each is on its own line. */
const bothPasswords = Effect.fnUntraced(function* (call: Call) {
  const { newPassword } = call.environment
  if (newPassword !== null) {
    const [current] = yield* passwords(call)
    return [current, newPassword] as const
  }
  const [current, password = "", again = password] = yield* passwords(
    call,
    call.terminal.atKeyboard ? [newQuestion, confirmQuestion] : [newQuestion]
  )
  if (password !== again) {
    return yield* Effect.fail(
      usageFailure(`${passwordsMatchWords}.`, "Type the new one twice.", { field: "confirmPassword" })
    )
  }
  return [current, password] as const
})

/** Changes the user's own password. All other sessions end; this one gets a new token, which is stored. */
export const verb = verbOf(updatePassword, {
  fields: accountFields,
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustBeForReal(call)
    yield* mustKeepSession(call)
    const [current, password] = yield* bothPasswords(call)
    const { user, answer } = yield* afterPassword(call, current, runOf(updatePassword)({ password }))
    if (answer.data.token !== undefined) yield* keepNewToken(call, user.email, answer.data.token)
    call.terminal.talk(`${answer.message ?? "Password updated"}. Other sessions are signed out.`)
    return yield* showSignedIn(user, call)
  })
})
