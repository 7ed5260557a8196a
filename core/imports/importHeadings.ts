import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { importFields, normalHeader } from "./importFields.ts"

/** Every heading that a column of any import goes by. */
const known: ReadonlySet<string> = new Set([
  ...fmsFieldNames.map(normalHeader),
  ...Fms.ids.flatMap((fms) =>
    importFields(fms).flatMap(({ name, label, synonyms }) => [name, label, ...synonyms].map(normalHeader))
  )
])

/** How many of its cells name a column of an import: what tells the header from titles above it. */
export const importHeadingScore = (cells: ReadonlyArray<string>): number =>
  cells.filter((cell) => known.has(normalHeader(cell))).length
