import { SerialNotFound } from "#core/activation/ActivationErrors.ts"
import { words } from "#core/api/problem.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import type { LineFailure } from "./activationLines.ts"

/** Whether the server may have carried out the call even though no response arrived. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallFailure) || error.problem === null || error.problem._tag === "ServerFault"

/** The text of a failed activation (001 §8). A 400 reads like a 404; a call without a response stays in the list. */
export const activationFailure = (error: unknown): LineFailure => {
  if (!(error instanceof CallFailure)) {
    return { code: "Unanswered", error: "Something went wrong.", next: "Send it again." }
  }
  const { problem } = error
  if (problem?._tag === "Malformed") return { code: "SerialNotFound", ...words(new SerialNotFound()) }
  if (problem?._tag === "LockAlreadyActive" || problem?._tag === "LockNotAvailable") {
    const { lockID } = problem.data
    return { code: problem._tag, ...(lockID === null ? {} : { lockID }), ...error.words }
  }
  if (problem !== null && !isUnanswered(error)) return { code: problem._tag, ...error.words }
  return {
    code: "Unanswered",
    error: error.words.error,
    next: error.offline ? "It stays in this list. Send it again when the server is back." : error.words.next
  }
}
