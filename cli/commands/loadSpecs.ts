import type { CommandSpec } from "#cli/specs/CommandSpec.ts"

/**
 * The specs of all commands. When run from source they are derived on the spot, which loads Effect and the contract; in the
 * bundle this file is replaced by the specs derived at build time.
 */
export const loadSpecs = async (): Promise<ReadonlyArray<CommandSpec>> => {
  const { deriveSpecs } = await import("./deriveSpecs.ts")
  return deriveSpecs()
}
