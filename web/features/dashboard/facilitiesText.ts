import { countOf } from "#core/base/countOf.ts"

/** `3 facilities`. */
export const facilitiesText = (count: number): string => countOf(count, "facility", "facilities")
