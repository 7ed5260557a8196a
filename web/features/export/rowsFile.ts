import { csvLine } from "#core/base/csvText.ts"
import { maxSentRows } from "#core/exports/exportLimits.ts"
import type { ExportFormat } from "#core/exports/exportFormats.ts"
import type { RowsFile } from "#core/exports/ExportsApi.ts"
import type { GridValue, Listed } from "#web/grid/GridExport.ts"
import { fileValue, placesOf } from "./listedWords.ts"

/** The values of the rows that are meant, those that went away meanwhile left out. */
const valuesOf = (listed: Listed, most: number): ReadonlyArray<ReadonlyArray<GridValue>> =>
  placesOf(listed, most).flatMap((place) => {
    const values = listed.rows?.valuesAt(place)
    return values == null ? [] : [listed.columns.map((column, at) => fileValue(column, values[at] ?? null))]
  })

/** `Return history` gives `return-history`. */
const fileBase = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "rows"

/** The first part of the file's name. */
export const rowsFileBase = ({ label }: Listed): string => fileBase(label).slice(0, 60)

/** Rows in hand as they are sent to be made a file of. */
export const rowsFileAsked = (listed: Listed, format: ExportFormat): RowsFile => ({
  format,
  name: rowsFileBase(listed),
  sheet: listed.label.replace(/[[\]:*?/\\']/g, " ").slice(0, 31),
  columns: listed.columns.map(({ title, kind }) => ({ title, kind })),
  rows: valuesOf(listed, maxSentRows)
})

/** The same made here, where the server cannot be reached: as CSV, dates in ISO 8601, combinations masked. */
export const csvHere = (listed: Listed, most: number): ReadonlyArray<string> => [
  csvLine(listed.columns.map(({ title }) => title)),
  ...valuesOf(listed, most).map((values) =>
    csvLine(
      values.map((value, at) =>
        listed.columns[at]?.kind === "date" && typeof value === "number" ? new Date(value).toISOString() : value
      )
    )
  )
]
