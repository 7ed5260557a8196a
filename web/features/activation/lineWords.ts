import { groupedSerial } from "#core/base/serialText.ts"
import type { ActivationLine } from "./activationLines.ts"

/** Text for the line that finished last (001 §8). */
export const lastWords = ({ serialCode, state }: ActivationLine): string => {
  const serial = groupedSerial(serialCode)
  if (state.kind === "failed") return `${serial}: ${state.failure.error}`
  const before = state.kind === "activated" && state.unchanged === true
  return before ? `${serial} was already active here.` : `Activate Successfully: ${serial}`
}
