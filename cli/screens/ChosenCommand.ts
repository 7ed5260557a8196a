import type { CommandSpec, InputSpec } from "#cli/specs/CommandSpec.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"

/** Inputs of a command as they were typed, by their name in its definition. */
export type Given = Readonly<Record<string, string | true>>

/** A command that was chosen in the palette, with the inputs and flags it has so far. */
export interface ChosenCommand {
  readonly spec: CommandSpec
  readonly given: Given
  readonly flags: GlobalValues
}

/** Inputs of a command that are needed and not given yet. The reason of a reveal has a page of its own. */
export const missingInputs = ({ spec, given }: ChosenCommand): ReadonlyArray<InputSpec> =>
  spec.inputs.filter(
    (input) => input.required && input.place !== "asked" && !(input.key in given) && input.key !== "reason"
  )
