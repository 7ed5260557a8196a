import type { CommandSpec } from "#cli/specs/CommandSpec.ts"

/**
 * The specs of all commands. Run from the sources they are derived on the spot, which loads Effect and the contract; in
 * the bundle this file is replaced by what deriving them gave when it was built.
 */
export const loadSpecs = async (): Promise<ReadonlyArray<CommandSpec>> => {
  const { deriveSpecs } = await import("./deriveSpecs.ts")
  return deriveSpecs()
}
