/** Characters of a facility's name that a dropdown shows (000 §9, 001 §9, 002 §9). */
const shown = 30

/** A facility as a dropdown names it: a longer name is cut off. */
export const choiceLabel = (facilityName: string): string => {
  const characters = Array.from(facilityName)
  return characters.length <= shown
    ? facilityName
    : `${characters
        .slice(0, shown - 1)
        .join("")
        .trimEnd()}…`
}
