import type { Visitor } from "./Visitor.ts"

/**
 * Marks successive rows of the returned locks by digit. Enter confirms each one: a second digit pressed too soon would start a
 * lookup. Pressed together, because an Enter after the digit's time is up opens the next lock.
 */
export const markRows = async (visitor: Visitor, ...digits: ReadonlyArray<string>): Promise<void> => {
  for (const digit of digits) await visitor.pressAtOnce([digit, "Enter"])
}
