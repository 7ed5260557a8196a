import type { CallSpec, CallSpecs } from "./CallSpec.ts"

let derived: CallSpecs | undefined

/**
 * Loads a call of the contract by group and name, `locks.show`; undefined if there is none. When run from source, the specs are
 * derived on the first call; in the bundle and the console this file is replaced by the specs derived at build time.
 */
export const loadCall = async (name: string): Promise<CallSpec | undefined> => {
  const { deriveCalls } = await import("./deriveCalls.ts")
  derived ??= deriveCalls()
  return derived[name]
}

/** Loads all calls at once. */
export const loadCalls = async (): Promise<unknown> => loadCall("")
