import type { CallSpecs } from "./CallSpec.ts"

/**
 * The calls of the contract. Run from the sources they are derived on the spot; in the bundle this file is replaced by what
 * deriving them gave when it was built.
 */
export const loadCalls = async (): Promise<CallSpecs> => {
  const { deriveCalls } = await import("./deriveCalls.ts")
  return deriveCalls()
}
