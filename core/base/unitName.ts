import { visibleText } from "./visibleText.ts"

/**
 * A unit as it is stored: trimmed, without invisible characters, and with characters that look alike written as on a
 * keyboard, so that `B‐110` with a typographic hyphen and full-width `Ｂ-110` are B-110. Null if it is empty.
 */
export const unitOf = (text: string | null): string | null => {
  const unit = visibleText((text ?? "").normalize("NFKC").replace(/[\p{Pd}\u2212]/gu, "-"))
  return unit === "" ? null : unit
}

const plain = /^[\x20-\x7e]*$/

/** One character in lower case, always one character, as the database does it: `İ` becomes `i`. */
const lowerCharacter = (character: string): string => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)

/**
 * The key by which units are compared: `A-143`, `a-143` and ` A-143 ` are the same unit (DECISIONS, 2026-11-22). Empty
 * for none. The SQL version is `unitKeySql` in server/locks/unitSql.ts.
 */
export const unitKey = (unit: string | null): string => {
  if (unit === null) return ""
  // Fast path for plain units: up to a hundred thousand are compared on each keystroke.
  return plain.test(unit) ? unit.trim().toLowerCase() : Array.from(unitOf(unit) ?? "", lowerCharacter).join("")
}

/** Whether two units are the same. Null equals null. */
export const sameUnit = (one: string | null, other: string | null): boolean =>
  one === other || unitKey(one) === unitKey(other)
