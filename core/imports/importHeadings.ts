import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { importFields } from "./importFields.ts"
import { normalHeader } from "./normalHeader.ts"

/** Every heading that a column of any import goes by, as headers are compared: what tells the header from titles above it. */
export const importHeadings: ReadonlyArray<string> = [
  ...new Set([
    ...fmsFieldNames.map(normalHeader),
    ...Fms.ids.flatMap((fms) =>
      importFields(fms).flatMap(({ name, label, synonyms }) => [name, label, ...synonyms].map(normalHeader))
    )
  ])
]
