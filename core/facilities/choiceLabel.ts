import { shortText } from "#core/base/shortText.ts"

/** Characters of a facility's name that a dropdown shows (000 §9, 001 §9, 002 §9). */
const shown = 30

/** A facility as a dropdown names it: a longer name is cut off. */
export const choiceLabel = (facilityName: string): string => shortText(facilityName, shown)
