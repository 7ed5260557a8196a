import { CallFailure } from "./CallFailure.ts"
import { onSignedOut } from "./calls.ts"
import { toast, toastOnce } from "./notices.ts"
import { session } from "./Session.ts"
import { endSession } from "./sessionLife.ts"
import { type Words, words } from "#core/api/problem.ts"
import { SignedOut } from "#core/auth/AuthErrors.ts"
import { inSentences } from "#core/base/inSentences.ts"

/** The server no longer accepts this token (000 §8): end the session and show one message for all pending calls. */
onSignedOut((token) => {
  if (session.token !== token) return
  endSession(false)
  const message = words(new SignedOut())
  toastOnce("error", message.error)
})

/**
 * Shows why something the user asked for failed, by default as a toast. Skips calls the user canceled and failures
 * already shown.
 */
export const tellFailure = (error: unknown, tell: (...args: Parameters<typeof toast>) => unknown = toast): void => {
  if (!(error instanceof CallFailure)) {
    tell("error", "Something went wrong.", "Reload the page and try again.")
    return
  }
  if (error.cancelled || error.problem?._tag === "SignedOut") return
  tell("error", error.words.error, error.words.next)
}

/** Why something couldn't be loaded, and the next step. */
export const failureWords = (error: Error): Words =>
  error instanceof CallFailure ? error.words : { error: "Something went wrong.", next: "Reload the page." }

/** The same as one text, to show in place of the data. */
export const failureText = (error: Error): string => {
  const { error: why, next } = failureWords(error)
  return inSentences(why, next)
}
