import { visibleText } from "./visibleText.ts"

/** A unit as it is kept: without space around it and without invisible characters; an empty one is none. */
export const unitOf = (text: string | null): string | null => {
  const unit = visibleText(text ?? "")
  return unit === "" ? null : unit
}

const plain = /^[\x20-\x7e]*$/

/** One character in lower case, one character again, as the database folds it: `İ` becomes `i`. */
const lowerCharacter = (character: string): string => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)

/**
 * What a unit is compared by: `A-143`, `a-143` and ` A-143 ` are the same unit (DECISIONS, 2026-11-22). Empty for none. In
 * the database it is `unitKeySql` of server/locks/unitSql.ts.
 */
export const unitKey = (unit: string | null): string => {
  if (unit === null) return ""
  // Nearly all units are plain, and a hundred thousand are compared while somebody types.
  return plain.test(unit) ? unit.trim().toLowerCase() : Array.from(unitOf(unit) ?? "", lowerCharacter).join("")
}

/** Whether two names are of the same unit. None is the same as none. */
export const sameUnit = (one: string | null, other: string | null): boolean =>
  one === other || unitKey(one) === unitKey(other)
