import { plainDigits } from "../plainDigits.ts"

const ascii = /^[\0-\x7f]*$/
const marks = /^\p{M}*$/u
const wordChar = /[\p{L}\p{N}\p{M}\p{Cs}]/u

/** Letters that Unicode doesn't decompose into a Latin one and an accent. */
const alike: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ı: "i" }

const folded = new Map<string, string>()

/** One UTF-16 unit in lower case without accents, and as on a keyboard if it only looks different; always a single unit. */
const foldUnit = (unit: string): string => {
  const known = folded.get(unit)
  if (known !== undefined) return known
  const [base = unit, ...rest] = unit.normalize("NFKD").replace(/[\p{Pd}\u2212]/u, "-")
  const lower = plainDigits(base.length === 1 && marks.test(rest.join("")) ? base : unit).toLowerCase()
  const plain = alike[lower] ?? lower
  folded.set(unit, plain)
  return plain
}

/**
 * The text normalized for comparison: lower case, without accents, with hyphens that look alike as one. Every UTF-16 unit
 * keeps its position, so positions in the folded text are valid in the displayed text.
 */
export const foldText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : text.split("").map(foldUnit).join("")

const gap = 0
const digit = 1
const letter = 2

const kindOf = (code: number): number => {
  if (code >= 48 && code <= 57) return digit
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? letter : gap
  return wordChar.test(String.fromCharCode(code)) ? letter : gap
}

/**
 * Whether a word starts at `at`: at the start of the text, after a space or punctuation, or between letters and digits
 * (`A|12`).
 */
export const startsWord = (text: string, at: number): boolean => {
  if (at === 0) return true
  const before = kindOf(text.charCodeAt(at - 1))
  return before === gap || before !== kindOf(text.charCodeAt(at))
}
