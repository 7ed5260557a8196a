import type { ImportColumn } from "#core/imports/FacilityImport.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { ImportField } from "#core/imports/importFields.ts"
import type { MappedColumn } from "#core/imports/importMapping.ts"
import type { MappingConfidence } from "#core/imports/mappingConfidences.ts"

/** Source of a field. */
export interface FieldChoice {
  readonly field: ImportField
  /** Index of its column in the file, or null. */
  readonly column: number | null
  readonly confidence: MappingConfidence | null
}

/** The fields of an import, each with its mapped column. */
export const fieldChoices = (
  fields: ReadonlyArray<ImportField>,
  mapping: ReadonlyArray<MappedColumn>
): ReadonlyArray<FieldChoice> =>
  fields.map((field) => {
    const at = mapping.findIndex((column) => column.field === field.name)
    return at === -1
      ? { field, column: null, confidence: null }
      : { field, column: at, confidence: mapping[at]?.confidence ?? null }
  })

/** Maps a field to another column or to none, and clears whatever that column was mapped to before. */
export const chooseColumn = (
  mapping: ReadonlyArray<MappedColumn>,
  field: ImportFieldName,
  column: number | null
): ReadonlyArray<MappedColumn> =>
  mapping.map((before, at) =>
    at === column
      ? { field, confidence: "chosen" }
      : before.field === field
        ? { field: null, confidence: null }
        : before
  )

/** Headers of the unmapped columns. */
export const leftOut = (
  columns: ReadonlyArray<ImportColumn>,
  mapping: ReadonlyArray<MappedColumn>
): ReadonlyArray<string> => columns.filter((_, at) => (mapping[at]?.field ?? null) === null).map(({ header }) => header)

/** Text for how confident a proposed mapping is. */
export const confidenceWords: Readonly<Record<MappingConfidence, string>> = {
  exact: "Exact match",
  likely: "Likely match",
  guess: "A guess: please check",
  remembered: "As you chose last time",
  chosen: "Your choice"
}
