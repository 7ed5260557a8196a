import type { ActivationState } from "./ActivationQueue.ts"

/** A serial code in its groups, as it is engraved. */
export const grouped = (serialCode: string): string => `${serialCode.slice(0, 4)} ${serialCode.slice(4)}`

/** What is said of the line that was heard of last (001 §8). */
export const lastWords = ({ line, known }: NonNullable<ActivationState["last"]>): string => {
  const { serialCode, state } = line
  const serial = grouped(serialCode)
  if (known) return state.kind === "activated" ? `${serial} is activated already.` : `${serial} is on its way already.`
  if (state.kind === "failed") return `${serial}: ${state.failure.error}`
  return `Activate Successfully: ${serial}`
}
