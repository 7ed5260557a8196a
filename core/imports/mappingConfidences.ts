/**
 * The confidence of a column's mapping: `exact` by the field's name, `likely` by a synonym, `guess` by part of one,
 * `remembered` from an earlier file with the same headers, `chosen` by the user.
 */
export const mappingConfidences = ["exact", "likely", "guess", "remembered", "chosen"] as const
export type MappingConfidence = (typeof mappingConfidences)[number]
