import { csvLine } from "#core/base/csvText.ts"
import { maxSentRows, maxSentBytes, noticedRows } from "#core/exports/exportLimits.ts"
import type { ExportFormat } from "#core/exports/exportFormats.ts"
import type { RowsFile } from "#core/exports/ExportsApi.ts"
import type { GridValue, Listed } from "#web/grid/GridExport.ts"
import { fileTitle, fileValue, placesOf } from "./listedWords.ts"

/** Values of the rows to output, without rows removed in the meantime. */
const valuesOf = (listed: Listed, most: number): ReadonlyArray<ReadonlyArray<GridValue>> =>
  placesOf(listed, most).flatMap((place) => {
    const values = listed.rows?.valuesAt(place)
    return values == null ? [] : [listed.columns.map((column, at) => fileValue(column, values[at] ?? null))]
  })

/** `Return history` becomes `return-history`. */
const fileBase = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "rows"

/** Prefix of the file name. */
export const rowsFileBase = ({ label }: Listed): string => fileBase(label).slice(0, 60)

const encoder = new TextEncoder()

type Rows = ReadonlyArray<ReadonlyArray<GridValue>>

/** The rows in pieces of at most `most` that fit into a request; one empty piece for no rows. */
const piecesOf = (rows: Rows, most: number): ReadonlyArray<Rows> => {
  let piece: Array<ReadonlyArray<GridValue>> = []
  const pieces = [piece]
  let bytes = 0
  for (const row of rows) {
    const more = encoder.encode(`${JSON.stringify(row)},`).length
    if (bytes + more > maxSentBytes || piece.length === most) {
      pieces.push((piece = []))
      bytes = 0
    }
    piece.push(row)
    bytes += more
  }
  return pieces
}

/**
 * The requests for a file made from these rows. If the rows are too many for one, there are several, too short for a
 * notice; their files in order are the whole file, once the header is removed from all but the first.
 */
export const rowsFilesAsked = (listed: Listed, format: ExportFormat): ReadonlyArray<RowsFile> => {
  const rows = valuesOf(listed, listed.count)
  const whole = piecesOf(rows, maxSentRows)
  return (whole.length === 1 ? whole : piecesOf(rows, noticedRows - 1)).map((rows) => ({
    format,
    name: rowsFileBase(listed),
    sheet: listed.label.replace(/[[\]:*?/\\']/g, " ").slice(0, 31),
    columns: listed.columns.map((column) => ({ title: fileTitle(column), kind: column.kind })),
    rows
  }))
}

/** The same file made in the browser when the server is unreachable: CSV, dates in ISO 8601, combinations masked. */
export const csvHere = (listed: Listed, most: number): ReadonlyArray<string> => [
  csvLine(listed.columns.map(fileTitle)),
  ...valuesOf(listed, most).map((values) =>
    csvLine(
      values.map((value, at) =>
        listed.columns[at]?.kind === "date" && typeof value === "number" ? new Date(value).toISOString() : value
      )
    )
  )
]
