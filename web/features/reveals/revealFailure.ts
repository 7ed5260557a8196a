import type { Problem, Words } from "#core/api/problem.ts"
import type { Stage } from "./revealStage.ts"

/** What decides how a failed call is shown. */
export interface RevealFailure {
  readonly problem: Problem | null
  readonly offline: boolean
  readonly words: Words
}

const offlineWords: Words = {
  error: "Can't reveal the combination: we couldn't reach the server.",
  next: "Reveals are logged first, so a connection is required. Try again when it is back."
}

const unexpectedWords: Words = {
  error: "An unexpected error occurred",
  next: "Try again. If it happens again, reload the page."
}

/** Refusals that a retry won't change. */
const final: ReadonlySet<Problem["_tag"]> = new Set(["RevealDenied", "RevealNotOffered", "AccessDenied"])

/** The stage after a failed reveal: correct the serial code, denied, or the reasons again with the error (001 §8). */
export const stageAfter = (serialCode: string, failure: RevealFailure): Stage => {
  const { problem, offline, words } = failure
  if (problem?._tag === "LockNotFound") return { kind: "serial", typed: serialCode, unknown: true, failure: null }
  if (problem !== null && final.has(problem._tag)) return { kind: "denied", words }
  if (problem !== null) return { kind: "asking", failure: words }
  return {
    kind: "asking",
    failure: offline ? offlineWords : unexpectedWords
  }
}
