import type { CommandSpec, InputSpec } from "#cli/specs/CommandSpec.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"

/** The typed inputs of a command, by name. */
export type Given = Readonly<Record<string, string | true>>

/** A command chosen in the palette, with its inputs and flags so far. */
export interface ChosenCommand {
  readonly spec: CommandSpec
  readonly given: Given
  readonly flags: GlobalValues
}

/** Required inputs of a command that are missing. The reason of a reveal has its own page. */
export const missingInputs = ({ spec, given }: ChosenCommand): ReadonlyArray<InputSpec> =>
  spec.inputs.filter(
    (input) => input.required && input.place !== "asked" && !(input.key in given) && input.key !== "reason"
  )
