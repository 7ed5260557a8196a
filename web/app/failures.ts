import { CallFailure } from "./CallFailure.ts"
import { onSignedOut } from "./calls.ts"
import { toast, toastOnce } from "./notices.ts"
import { session } from "./Session.ts"
import { endSession } from "./sessionLife.ts"
import { type Words, words } from "#core/api/problem.ts"
import { SignedOut } from "#core/auth/AuthErrors.ts"

/** The server knows this token no more (000 §8): the session ends and a person is told, once for all calls under way. */
onSignedOut((token) => {
  if (session.token !== token) return
  endSession(false)
  const said = words(new SignedOut())
  toastOnce("error", said.error)
})

/**
 * Tells why something that a person asked for failed, in a toast unless told otherwise. What they gave up themselves, or was
 * told already, is not told.
 */
export const tellFailure = (error: unknown, tell: (...told: Parameters<typeof toast>) => unknown = toast): void => {
  if (!(error instanceof CallFailure)) {
    tell("error", "Something went wrong.", "Reload the page and try again.")
    return
  }
  if (error.cancelled || error.problem?._tag === "SignedOut") return
  tell("error", error.words.error, error.words.next)
}

/** Why something could not be loaded, and what to do. */
export const failureWords = (error: Error): Words =>
  error instanceof CallFailure ? error.words : { error: "Something went wrong.", next: "Reload the page." }

/** That, to stand in its place. */
export const failureText = (error: Error): string => {
  const { error: why, next } = failureWords(error)
  return `${why} ${next}`
}
