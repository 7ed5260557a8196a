import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import { fieldsOf } from "#core/imports/fieldsOf.ts"
import { normalHeader } from "#core/imports/normalHeader.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { usageFailure } from "#cli/output/Failure.ts"

/** Parses --map: `Header=field`, separated by commas; `Header=` ignores a column. */
export const chosenMapping = (text: string, planned: AnyImport): ReadonlyArray<ImportFieldName | null> => {
  const { columns } = planned
  const fields = fieldsOf(planned)
  const mapping = columns.map(({ field }) => field)
  for (const part of text.split(",")) {
    const cut = part.lastIndexOf("=")
    const header = normalHeader(part.slice(0, Math.max(cut, 0)))
    const at = columns.findIndex((column) => normalHeader(column.header) === header)
    if (cut < 0 || at < 0) {
      const there = columns.map((column) => column.header).join(", ")
      throw usageFailure(
        `--map has an unknown column: '${part.trim()}'.`,
        `Write Header=field. The headers are ${there}.`,
        {
          field: "map"
        }
      )
    }
    const wanted = part.slice(cut + 1).trim()
    const found = fields.find(
      ({ name, label }) =>
        name === wanted || normalHeader(label) === normalHeader(wanted) || normalHeader(name) === normalHeader(wanted)
    )
    if (wanted !== "" && found === undefined) {
      throw usageFailure(
        `There is no field '${wanted}'.`,
        `Use one of ${fields.map(({ name }) => name).join(", ")}, or nothing to skip the column.`,
        { field: "map" }
      )
    }
    // A field has only one column, so the previous one loses it.
    if (found !== undefined) for (const [nth, field] of mapping.entries()) if (field === found.name) mapping[nth] = null
    mapping[at] = found?.name ?? null
  }
  return mapping
}
