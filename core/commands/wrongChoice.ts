import { SchemaAST } from "effect"
import { closest } from "#core/base/closest.ts"
import type { InputField } from "./Command.ts"

/** The words a field accepts, if they are limited: its choices, or those of its schema. */
export const choicesOf = ({ choices, schema }: Pick<InputField, "choices" | "schema">): ReadonlyArray<string> => {
  if (choices !== undefined) return choices
  const encoded = SchemaAST.toEncoded(schema.ast)
  const members = SchemaAST.isUnion(encoded) ? encoded.types : [encoded]
  return members.flatMap((member) => (SchemaAST.isLiteral(member) ? [String(member.literal)] : []))
}

/** The closest choice to a misspelled word: `overlok` is Assigned Overlock. Undefined if none is close. */
export const nearestChoice = (typed: string, choices: ReadonlyArray<string>): string | undefined => {
  const whole = closest(typed, choices)
  if (whole !== undefined) return whole
  const words = choices.flatMap((choice) => choice.split(/[\s/]+/).map((word) => ({ word, choice })))
  const near = closest(
    typed,
    words.map(({ word }) => word)
  )
  const meant = words.filter(({ word }) => word === near)
  return meant.length === 1 ? meant[0]?.choice : undefined
}

/** `Did you mean Damaged?` with a leading space; empty if no choice is close. */
export const didYouMean = (typed: string, choices: ReadonlyArray<string>): string => {
  const near = nearestChoice(typed, choices)
  return near === undefined ? "" : ` Did you mean ${near}?`
}

/**
 * The message for an invalid choice, in two sentences: what is wrong, with the closest choice, and the list of choices.
 */
export const wrongChoice = (
  label: string,
  typed: string,
  choices: ReadonlyArray<string>
): { readonly error: string; readonly next: string } => ({
  error: `${label} can't be '${typed}'.${didYouMean(typed, choices)}`,
  next: `Use one of: ${choices.join(", ")}.`
})
