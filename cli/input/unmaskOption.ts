import { Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"

/** Allows printing a secret. */
export const unmaskOption: InputField<boolean> = {
  schema: Schema.Boolean,
  label: "Unmask",
  description: "Print the secret in plain text",
  optional: true
}
