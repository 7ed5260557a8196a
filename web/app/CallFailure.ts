import { isProblem, type Problem, words, type Words } from "#core/api/problem.ts"
import { AnswerCutOff, AnswerUnknown, isNotLoaded, ModuleGone, NoAnswer, whyNotLoaded } from "./fetchCall.ts"
import { shownText } from "./shownText.ts"

/** Error code of a call without a response (000 §8). */
const noResponse = "ERR_INTERNET_DISCONNECTED"

/** Why a call failed, in words. */
export class CallFailure extends Error {
  /** The server's error, if it sent one. */
  readonly problem: Problem | null
  /** No whole response (000 §8): the server was unreachable or timed out. */
  readonly offline: boolean
  /** The call was aborted by the user or by a sign-out. Don't show an error. */
  readonly cancelled: boolean
  readonly words: Words
  readonly requestId: string | null
  /** Error code: the server's problem tag, the documents' name for "no response", or null. */
  readonly code: string | null

  constructor(facts: Pick<CallFailure, "problem" | "offline" | "cancelled" | "words">) {
    super(facts.words.error)
    this.problem = facts.problem
    this.offline = facts.offline
    this.cancelled = facts.cancelled
    this.words = facts.words
    this.requestId = facts.problem?.requestId ?? null
    this.code = facts.problem?._tag ?? (facts.offline ? noResponse : null)
  }
}

/** The server was updated since the page was loaded, and no longer has what is needed. Only a reload helps. */
export class UpdatedFailure extends CallFailure {}

/** For a response that isn't Lockdesk's: a proxy's error page, a network's sign-in page, another version. */
const foreignAnswer: Words = {
  error: "We couldn't read the server's answer.",
  next: "Check that your network lets you through to Lockdesk, then reload the page."
}

/** For a proxy's error page while its server is down. Reloading wouldn't help and would lose what the user typed. */
const awayBehindProxy: Words = {
  error: "Lockdesk isn't available right now.",
  next: "Try again in a minute. Nothing you typed was lost."
}

/** For a proxy's refusal of a large upload; the server's own limits have failures of their own. */
const tooLargeForProxy: Words = {
  error: "This is too large for a proxy between you and Lockdesk.",
  next: "Send a smaller file, or ask your administrator to raise the proxy's limit."
}

const nothing = { problem: null, offline: false, cancelled: false } as const

/** Converts an error a call rejected with into a `CallFailure`. */
export const callFailureOf = (error: unknown): CallFailure => {
  if (isGivenUp(error)) {
    return new CallFailure({ ...nothing, cancelled: true, words: { error: "Canceled.", next: "" } })
  }
  if (isProblem(error)) {
    const own = words(error)
    return new CallFailure({
      ...nothing,
      problem: error,
      words: { ...own, error: shownText(error.error ?? own.error) }
    })
  }
  if (error instanceof ModuleGone) {
    return new UpdatedFailure({
      ...nothing,
      words: { error: "Lockdesk was updated.", next: "Reload the page. First copy anything you typed." }
    })
  }
  const isLoad = isNotLoaded(error)
  if (error instanceof NoAnswer || isLoad) {
    return new CallFailure({
      ...nothing,
      offline: true,
      words: {
        error: isLoad ? "Part of Lockdesk didn't load." : "Can't reach the server.",
        next: "Check your connection and try again. Nothing you typed was lost."
      }
    })
  }
  if (error instanceof AnswerCutOff) {
    return new CallFailure({
      ...nothing,
      // Only a read may be repeated unseen.
      offline: !error.changes,
      words: {
        error: "The server's answer broke off.",
        next: error.changes ? "It may have worked. First check with the command List what I did." : "Try again."
      }
    })
  }
  const status = error instanceof AnswerUnknown ? error.status : 0
  const away = [502, 503, 504].includes(status)
  const why = away ? awayBehindProxy : status === 413 ? tooLargeForProxy : foreignAnswer
  return new CallFailure({ ...nothing, offline: away, words: why })
}

/** Converts an error of a call or of loading code into a `CallFailure`. Asks the server if that code is gone. */
export const failureOf = async (error: unknown): Promise<CallFailure> => callFailureOf(await whyNotLoaded(error))

const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError"
