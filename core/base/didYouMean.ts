import { closest } from "./closest.ts"

/** The closest choice to a misspelled word: `overlok` is Assigned Overlock. Undefined if none is close. */
export const nearestChoice = (typed: string, choices: ReadonlyArray<string>): string | undefined => {
  const whole = closest(typed, choices)
  if (whole !== undefined) return whole
  const words = choices.flatMap((choice) => choice.split(/[\s/]+/).map((word) => ({ word, choice })))
  const near = closest(
    typed,
    words.map(({ word }) => word)
  )
  const meant = words.filter(({ word }) => word === near)
  return meant.length === 1 ? meant[0]?.choice : undefined
}

/** `Did you mean Damaged?` with a leading space; empty if no choice is close. */
export const didYouMean = (typed: string, choices: ReadonlyArray<string>): string => {
  const near = nearestChoice(typed, choices)
  return near === undefined ? "" : ` Did you mean ${near}?`
}
