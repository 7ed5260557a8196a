import { shortText } from "#core/base/shortText.ts"

/** The length to which dropdowns cut facility names (000 §9, 001 §9, 002 §9). */
const shown = 30

/** A facility's label in a dropdown, cut to the maximum length. */
export const choiceLabel = (facilityName: string): string => shortText(facilityName, shown)
