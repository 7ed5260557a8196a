import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"

/** The reason a person typed: a digit stands for the one it numbers, anything else for itself. Throws ReasonRequired. */
export const reasonOf = (typed: string): string => {
  const text = typed.trim()
  const reason = /^\d$/.test(text) ? (revealReasons[Number(text) - 1] ?? "") : text
  const refusal = reasonRefusal(reason)
  if (refusal !== null) throw refusal
  return reason
}
