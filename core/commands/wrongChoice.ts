import { type Schema, SchemaAST } from "effect"
import { didYouMean } from "#core/base/didYouMean.ts"
import type { InputField } from "./Command.ts"

/** The words a field accepts, if they are limited: its choices, or those of its schema. */
export const choicesOf = ({
  choices,
  schema
}: Pick<InputField, "choices"> & { readonly schema: Schema.Top }): ReadonlyArray<string> => {
  if (choices !== undefined) return choices
  const encoded = SchemaAST.toEncoded(schema.ast)
  const members = SchemaAST.isUnion(encoded) ? encoded.types : [encoded]
  return members.flatMap((member) => (SchemaAST.isLiteral(member) ? [String(member.literal)] : []))
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
