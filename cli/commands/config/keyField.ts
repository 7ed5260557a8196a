import { Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"
import { settingKeys } from "#cli/local/settingKeys.ts"

/** The name of a setting. */
export const keyField = {
  schema: Schema.String,
  label: "Key",
  description: settingKeys.map((key) => key.name).join(", "),
  positional: true,
  choices: settingKeys.map((key) => key.name)
} as const satisfies InputField<string>
