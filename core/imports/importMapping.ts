import type { ImportFieldName } from "./importFieldNames.ts"
import type { ImportField } from "./importFields.ts"
import { normalHeader } from "./normalHeader.ts"
import type { MappingConfidence } from "./mappingConfidences.ts"

/** The field a column maps to. */
export interface MappedColumn {
  readonly field: ImportFieldName | null
  readonly confidence: MappingConfidence | null
}

const none: MappedColumn = { field: null, confidence: null }

const names = ({ name, label }: ImportField): ReadonlyArray<string> => [normalHeader(label), normalHeader(name)]

/** Rules for matching a header to a field, most certain first. */
const ways: ReadonlyArray<readonly [MappingConfidence, (header: string, field: ImportField) => boolean]> = [
  ["exact", (header, field) => names(field).includes(header)],
  ["likely", (header, { synonyms }) => synonyms.some((each) => normalHeader(each) === header)],
  [
    "guess",
    (header, field) =>
      field.insteadOf === undefined &&
      [...names(field), ...field.synonyms.map(normalHeader)].some(
        (each) => each.length >= 4 && (header.startsWith(each) || header.endsWith(each))
      )
  ]
]

/** Whether several columns have this header, so that nobody knows which of them is meant. */
const isRepeated = (headers: ReadonlyArray<string>, header: string): boolean =>
  headers.filter((each) => normalHeader(each) === normalHeader(header)).length > 1

/**
 * Proposes a field for each column, each field at most once: the most certain column first, then the leftmost. The first of
 * several columns with the same header is only a guess. A field that
 * replaces others is left out if one of them has a column. `before` is the last mapping of the same headers, which is used
 * instead of every guess.
 */
export const proposeMapping = (
  fields: ReadonlyArray<ImportField>,
  headers: ReadonlyArray<string>,
  before: ReadonlyArray<ImportFieldName | null> | null
): ReadonlyArray<MappedColumn> => {
  if (before !== null && before.length === headers.length) {
    const known = new Set(fields.map(({ name }) => name))
    return before.map((field) =>
      field === null || !known.has(field) ? none : { field, confidence: "remembered" as const }
    )
  }
  const found: Array<MappedColumn> = headers.map(() => none)
  const taken = new Set<ImportFieldName>()
  for (const [confidence, fits] of ways) {
    for (const [at, header] of headers.entries()) {
      if (found[at] !== none) continue
      const field = fields.find((each) => !taken.has(each.name) && fits(normalHeader(header), each))
      if (field === undefined || normalHeader(header) === "") continue
      found[at] = { field: field.name, confidence: isRepeated(headers, header) ? "guess" : confidence }
      taken.add(field.name)
    }
  }
  const isRedundant = ({ insteadOf = [] }: ImportField): boolean => insteadOf.some((other) => taken.has(other))
  const redundant = new Set<ImportFieldName | null>(fields.filter(isRedundant).map(({ name }) => name))
  return found.map((column) => (redundant.has(column.field) ? none : column))
}

/** Why a mapping is invalid. */
export interface MappingFault {
  readonly reason: "Length" | "Unknown" | "Twice"
  readonly field: ImportFieldName | null
}

/** What is wrong with a chosen mapping, or null. */
export const mappingFault = (
  fields: ReadonlyArray<ImportField>,
  columns: number,
  mapping: ReadonlyArray<ImportFieldName | null>
): MappingFault | null => {
  if (mapping.length !== columns) return { reason: "Length", field: null }
  const known = new Set(fields.map(({ name }) => name))
  const seen = new Set<ImportFieldName>()
  for (const field of mapping) {
    if (field === null) continue
    if (!known.has(field)) return { reason: "Unknown", field }
    if (seen.has(field)) return { reason: "Twice", field }
    seen.add(field)
  }
  return null
}

/** Required fields without a column, in table order. */
export const missingFields = (
  fields: ReadonlyArray<ImportField>,
  mapping: ReadonlyArray<ImportFieldName | null>
): ReadonlyArray<ImportField> => fields.filter(({ name, required }) => required && !mapping.includes(name))
