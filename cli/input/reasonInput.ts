import { usageFailure } from "#cli/output/Failure.ts"
import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"

/** The reasons that a digit stands for, as they are listed: all but the last, which asks for words. */
const numbered = revealReasons.slice(0, -1)
const listed = numbered.map((reason, at) => `${at + 1} ${reason}`).join(", ")

/** The reason a person typed: a digit stands for the one it numbers, anything else for itself. Throws a failure that lists them. */
export const reasonOf = (typed: string): string => {
  const text = typed.trim()
  const reason = /^\d+$/.test(text) ? numbered[Number(text) - 1] : text
  if (reason === undefined) {
    throw usageFailure(
      Number(text) === revealReasons.length ? `Reason ${text} needs your own words.` : `There is no reason ${text}.`,
      `Use ${listed}, or your own words: --reason 'Tenant moved out'.`,
      { field: "reason" }
    )
  }
  const refusal = reasonRefusal(reason)
  if (refusal !== null) throw refusal
  return reason
}
