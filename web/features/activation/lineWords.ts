import type { ActivationLine } from "./activationLines.ts"
import { serialIssue } from "./serialField.ts"

/** Groups the digits of a serial code as engraved. Returns any other text as scanned. */
export const grouped = (scanned: string): string =>
  serialIssue(scanned) === null ? `${scanned.slice(0, 4)} ${scanned.slice(4)}` : scanned

/** Text for the line that finished last (001 §8). */
export const lastWords = ({ serialCode, state }: ActivationLine): string => {
  const serial = grouped(serialCode)
  if (state.kind === "failed") return `${serial}: ${state.failure.error}`
  const before = state.kind === "activated" && state.unchanged === true
  return before ? `${serial} was already active here.` : `Activate Successfully: ${serial}`
}
