import type { ActivationLine } from "./activationLines.ts"
import { serialIssue } from "./serialField.ts"

/** A serial code in its groups, as it is engraved; anything else as it was read. */
export const grouped = (scanned: string): string =>
  serialIssue(scanned) === null ? `${scanned.slice(0, 4)} ${scanned.slice(4)}` : scanned

/** What is said of the line that ended last (001 §8). */
export const lastWords = ({ serialCode, state }: ActivationLine): string => {
  const serial = grouped(serialCode)
  if (state.kind === "failed") return `${serial}: ${state.failure.error}`
  const before = state.kind === "activated" && state.unchanged === true
  return before ? `${serial} was already active here.` : `Activate Successfully: ${serial}`
}
