import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import { type ImportField, importFields, userImportFields } from "./importFields.ts"
import { normalHeader } from "./normalHeader.ts"

const namesOf = (fields: ReadonlyArray<ImportField>): ReadonlyArray<string> =>
  fields.flatMap(({ name, label, synonyms }) => [name, label, ...synonyms].map(normalHeader))

/** Every accepted heading of an import kind, normalized. Distinguishes the header from titles above it. */
export const importHeadings: Readonly<Record<ImportKind, ReadonlyArray<string>>> = {
  importFacilities: [
    ...new Set([...fmsFieldNames.map(normalHeader), ...Fms.ids.flatMap((fms) => namesOf(importFields(fms)))])
  ],
  importUsers: [...new Set(namesOf(userImportFields))]
}
