/**
 * How sure the mapping of a column is: `exact` by the name of the field, `likely` by another name it goes by, `guess` by a
 * part of one, `remembered` from the same headers before, `chosen` by a person just now.
 */
export const mappingConfidences = ["exact", "likely", "guess", "remembered", "chosen"] as const
export type MappingConfidence = (typeof mappingConfidences)[number]
