import { Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"

/** The name of a profile. */
export const profileField = {
  schema: Schema.String.check(
    Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,40}$/, {
      message: "Use letters, digits, dots, dashes and underscores, at most 41."
    })
  ),
  label: "Name",
  description: "The name of a profile",
  positional: true
} as const satisfies InputField<string>

/** The name of an existing profile. */
export const knownProfileField = { ...profileField, picks: "profile" } as const satisfies InputField<string>
