import { usageFailure } from "#cli/output/Failure.ts"
import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"

/** The reasons selected by a digit, 1 to 4. The fifth, Other, needs text instead. */
const numbered = revealReasons.slice(0, -1)
const listed = numbered.map((reason, at) => `${at + 1} ${reason}`).join(", ")

/** Parses a typed reason: its number, or the text itself. Throws a failure that lists the reasons. */
export const reasonOf = (typed: string): string => {
  const text = typed.trim()
  const reason = /^\d+$/.test(text) ? numbered[Number(text) - 1] : text
  if (reason === undefined) {
    throw usageFailure(
      Number(text) === revealReasons.length ? `Reason ${text} needs an explanation.` : `There is no reason ${text}.`,
      `Use ${listed}, or your own words: --reason 'Tenant moved out'.`,
      { field: "reason" }
    )
  }
  const refusal = reasonRefusal(reason)
  if (refusal !== null) throw refusal
  return reason
}
