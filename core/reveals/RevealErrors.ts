import { defineProblem } from "#core/base/problem.ts"
import { maxReasonLength } from "./revealReasons.ts"

/** Restricted Personnel cannot reveal (001 §6). */
export class RevealDenied extends defineProblem<RevealDenied>()({
  tag: "RevealDenied",
  status: 403,
  exit: "denied",
  words: {
    error: "You do not have permissions to see lock codes. Please contact your supervisor.",
    next: "They can look up the combination for you."
  }
}) {}

/** Reveals are available only while the hide-lock-codes setting is on (001 §6). */
export class RevealNotOffered extends defineProblem<RevealNotOffered>()({
  tag: "RevealNotOffered",
  status: 422,
  exit: "denied",
  words: {
    error: "Combinations are revealed only while 'Hide All Lock Codes' is on.",
    next: "An admin can switch it on in Settings."
  }
}) {}

/** The API key does not have the right to reveal combinations. */
export class KeyMayNotReveal extends defineProblem<KeyMayNotReveal>()({
  tag: "KeyMayNotReveal",
  status: 403,
  exit: "denied",
  words: {
    error: "This API key can't reveal combinations.",
    next: "Turn on 'May reveal combinations' for the key in API Settings."
  }
}) {}

/** A reveal needs one of the five reasons, or free text for Other (001 §5). */
export class ReasonRequired extends defineProblem<ReasonRequired>()({
  tag: "ReasonRequired",
  status: 422,
  exit: "usage",
  words: {
    error: `A reveal needs a reason of at most ${maxReasonLength} characters.`,
    next: "Choose one of the reasons, or write your own."
  }
}) {}
