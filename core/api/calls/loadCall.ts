import type { CallSpec } from "./CallSpec.ts"

/**
 * A call of the contract by group and name, `locks.show`; undefined where there is none. Run from the sources all of them are
 * derived on the spot; in the bundle and in the console this file is replaced by what deriving them gave when it was built.
 */
export const loadCall = async (name: string): Promise<CallSpec | undefined> => {
  const { deriveCalls } = await import("./deriveCalls.ts")
  return deriveCalls()[name]
}
