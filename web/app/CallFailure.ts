import { isProblem, type Problem, words, type Words } from "#core/api/problem.ts"
import { AnswerUnknown, NoAnswer } from "./fetchCall.ts"
import { shownText } from "./shownText.ts"

/** The error of a call without a response (000 §8). */
const noResponse = "ERR_INTERNET_DISCONNECTED"

/** Why a call did not succeed, in words, whatever the cause. */
export class CallFailure extends Error {
  /** The refusal of the server, where there was one. */
  readonly problem: Problem | null
  /** There was no response (000 §8): the server could not be reached, or did not answer in time. */
  readonly offline: boolean
  /** The call was given up by the person or by a sign-out; nobody needs to be told. */
  readonly cancelled: boolean
  readonly words: Words
  readonly requestId: string | null
  /** What the failure is called: the tag of the refusal, the documents' name for no response, or null. */
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

/** For an answer that is not Lockdesk's: an error page of a proxy, the sign-in page of a network, another version. */
const foreignAnswer: Words = {
  error: "We couldn't read the server's answer.",
  next: "Check that your network lets you through to Lockdesk, then reload the page."
}

/** For the error page of a proxy whose server is away: to load the page again would not help, and would lose what was typed. */
const awayBehindProxy: Words = {
  error: "Lockdesk isn't available right now.",
  next: "Try again in a minute. Nothing you typed was lost."
}

const nothing = { problem: null, offline: false, cancelled: false } as const

/** The failure of a call that was rejected with an error. */
export const callFailureOf = (error: unknown): CallFailure => {
  if (isGivenUp(error)) {
    return new CallFailure({ ...nothing, cancelled: true, words: { error: "Canceled.", next: "" } })
  }
  if (isProblem(error)) {
    const said = words(error)
    return new CallFailure({
      ...nothing,
      problem: error,
      words: { ...said, error: shownText(error.error ?? said.error) }
    })
  }
  if (error instanceof NoAnswer || isMissingModule(error)) {
    return new CallFailure({
      ...nothing,
      offline: true,
      words: { error: "Can't reach the server.", next: "Check your connection. Nothing you typed was lost." }
    })
  }
  return new CallFailure({
    ...nothing,
    words: isAwayBehindProxy(error) ? awayBehindProxy : foreignAnswer
  })
}

/** A part of the console that the call needs could not be loaded: it comes from the same server. */
const isMissingModule = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)

const isAwayBehindProxy = (error: unknown): boolean =>
  error instanceof AnswerUnknown && [502, 503, 504].includes(error.status)

const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError"
