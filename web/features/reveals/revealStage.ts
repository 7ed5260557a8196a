import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import type { Words } from "#core/api/problem.ts"

/** A combination that is on screen. It is held nowhere else. */
export interface ShownCode {
  readonly kind: "shown"
  readonly code: string
  /** Null where the rules leave the combination open: then nobody asked for one, and nothing is on record. */
  readonly reason: string | null
  readonly auditSeq: number | null
  /** When it is masked, in epoch milliseconds. */
  readonly until: number
}

/** Why a combination is masked again. */
export type MaskedBy = "time" | "key" | "away"

/** Where a reveal stands (001 §4). */
export type Stage =
  | { readonly kind: "serial"; readonly typed: string; readonly unknown: boolean; readonly failure: Words | null }
  | { readonly kind: "asking"; readonly failure: Words | null }
  | { readonly kind: "waiting"; readonly reason: string }
  | ShownCode
  | { readonly kind: "masked"; readonly reason: string | null; readonly by: MaskedBy }
  | { readonly kind: "denied"; readonly words: Words }

/** What is chosen in the request step: the place of a reason, null for none ('N/A'), and the words for Other. */
export interface Choice {
  readonly at: number | null
  readonly words: string
}

export const noChoice: Choice = { at: null, words: "" }

/** The reason that asks for words. */
export const otherAt = revealReasons.length - 1

/** The reason as it goes on record, or null while there is none that the rules take (001 §5). */
export const reasonOf = ({ at, words }: Choice): string | null => {
  if (at === null) return null
  const reason = at === otherAt ? words.trim() : (revealReasons[at] ?? "")
  return reasonRefusal(reason) === null ? reason : null
}

/** Where a dialog begins: with the reasons, or with the serial code where none that can be one was given. */
export const firstStage = (serialCode: string): Stage =>
  isSerial(serialCode)
    ? { kind: "asking", failure: null }
    : { kind: "serial", typed: serialCode, unknown: false, failure: null }

/** Whether a text has the form of a serial code: 8 digits. */
export const isSerial = (text: string): boolean => /^\d{8}$/.test(text)

/** The digits of what was typed or pasted as a serial code, grouped or not. */
export const serialDigitsOf = (text: string): string => text.replace(/\D/g, "")
