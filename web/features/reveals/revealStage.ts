import { plainDigits } from "#core/base/plainDigits.ts"
import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import type { Words } from "#core/api/problem.ts"

/** A combination on screen. It is stored nowhere else. */
export interface ShownCode {
  readonly kind: "shown"
  readonly code: string
  /** Null if the combination isn't masked. Then no reason was asked for and nothing is audited. */
  readonly reason: string | null
  readonly auditSeq: number | null
  /** When to mask it, in epoch milliseconds. */
  readonly until: number
}

/** Why a combination was masked again. */
export type MaskedBy = "time" | "key" | "away"

/** Stage of a reveal (001 §4). */
export type Stage =
  | { readonly kind: "serial"; readonly typed: string; readonly unknown: boolean; readonly failure: Words | null }
  | { readonly kind: "asking"; readonly failure: Words | null }
  | { readonly kind: "waiting"; readonly reason: string }
  | ShownCode
  | { readonly kind: "masked"; readonly reason: string | null; readonly by: MaskedBy }
  | { readonly kind: "denied"; readonly words: Words }

/** The user's choice: index of a reason, null for none ('N/A'), and the text for Other. */
export interface Choice {
  readonly at: number | null
  readonly words: string
}

export const noChoice: Choice = { at: null, words: "" }

/** The reason that needs text. */
export const otherAt = revealReasons.length - 1

/** The reason to record, or null if there is no valid one (001 §5). */
export const reasonOf = ({ at, words }: Choice): string | null => {
  if (at === null) return null
  const reason = at === otherAt ? words.trim() : (revealReasons[at] ?? "")
  return reasonRefusal(reason) === null ? reason : null
}

/** The first stage: the reasons, or the serial code if no valid one was given. */
export const firstStage = (serialCode: string): Stage =>
  isSerial(serialCode)
    ? { kind: "asking", failure: null }
    : { kind: "serial", typed: serialCode, unknown: false, failure: null }

/** Whether a text looks like a serial code: 8 digits. */
export const isSerial = (text: string): boolean => /^\d{8}$/.test(text)

/** The digits of a typed or pasted serial code, grouped or not. */
export const serialDigitsOf = (text: string): string => plainDigits(text).replace(/\D/g, "")
