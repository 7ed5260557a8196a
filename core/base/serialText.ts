import { plainDigits } from "./plainDigits.ts"
import { wholeDigits } from "./wholeDigits.ts"

/** A serial code formatted for reading: two groups of four digits. */
export const groupedSerial = (serialCode: string): string => serialCode.replace(/^(\d{4})(\d{4})$/, "$1 $2")

/** A lock's name: `Lock 4076 8901`. */
export const lockName = ({ serialCode }: { readonly serialCode: string }): string => `Lock ${groupedSerial(serialCode)}`

/** Two groups of four digits, with one space of any kind or one hyphen between them, as serial codes are printed. */
const grouped = /^(\d{4})[\s\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\u2010-\u2015\u2212-](\d{4})$/

const trimmed = (text: string): string => text.replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, "")

/**
 * The digits in a cell, also as a spreadsheet keeps text (`'0417`, `="0417"`) or as a program writes numbers (`417.0`). Any
 * other text is returned trimmed.
 */
export const cellDigits = (text: string): string =>
  wholeDigits(
    plainDigits(trimmed(text))
      .replace(/^'/, "")
      .replace(/^="([^"]*)"$/, "$1")
      .trim()
  )

/**
 * The serial code in a text: 8 digits, also as two groups of four, or in a cell as `cellDigits` reads it. Any other text is
 * returned trimmed, for the caller to refuse: digits are never added, because a missing one may not be a leading zero.
 */
export const serialOf = (text: string): string => {
  const whole = cellDigits(text).replace(grouped, "$1$2")
  return isSerial(whole) ? whole : trimmed(text)
}

/** Whether a text is a serial code: 8 digits (001 §5). */
export const isSerial = (text: string): boolean => /^\d{8}$/.test(text)

/**
 * How to fix a text that is not a serial code. With fewer than 8 digits, a spreadsheet may have dropped leading zeros;
 * `2.01E+07` and `20,100,399` are how it shows numbers.
 */
export const serialFix = (text: string): string =>
  /^\d{1,7}$/.test(wholeDigits(text))
    ? "If the lock shows leading zeros, your spreadsheet dropped them: format the column as text and enter all 8 digits."
    : /^\d[\d.,]*[.,E][\d.,E+]*$/i.test(text)
      ? "Your spreadsheet shows the code as a number: format the column as text and enter all 8 digits."
      : "Enter the 8 digits engraved on the lock, leading zeros included."
