import { SchemaAST } from "effect"
import { closest } from "#core/base/closest.ts"
import type { InputField } from "./Command.ts"

/** The words that a field takes, where it takes only certain ones: its choices, or those of its schema. */
export const choicesOf = ({ choices, schema }: Pick<InputField, "choices" | "schema">): ReadonlyArray<string> => {
  if (choices !== undefined) return choices
  const encoded = SchemaAST.toEncoded(schema.ast)
  const members = SchemaAST.isUnion(encoded) ? encoded.types : [encoded]
  return members.flatMap((member) => (SchemaAST.isLiteral(member) ? [String(member.literal)] : []))
}

/** The choice that a mistyped word most likely meant: `overlok` is Assigned Overlock. Undefined when none is near enough. */
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

/** `Did you mean Damaged?`, with a space before it; nothing where no choice is near. */
export const didYouMean = (typed: string, choices: ReadonlyArray<string>): string => {
  const near = nearestChoice(typed, choices)
  return near === undefined ? "" : ` Did you mean ${near}?`
}

/** That a word is none of the choices, with the nearest one and all of them: in two sentences, what is wrong and what to do. */
export const wrongChoice = (
  label: string,
  typed: string,
  choices: ReadonlyArray<string>
): { readonly error: string; readonly next: string } => ({
  error: `${label} can't be '${typed}'.${didYouMean(typed, choices)}`,
  next: `Use one of: ${choices.join(", ")}.`
})
