import { isUtf8 } from "node:buffer"
import { readFileSync, statSync } from "node:fs"
import { type CsvTable, readCsv } from "#core/base/csv.ts"
import { batchColumn, type ShipmentColumn, shipmentColumns, shipmentHeaders } from "#core/registry/shipmentColumns.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, type FailureFacts } from "#cli/output/Failure.ts"

/** Bytes of a shipment file at most: some four million locks. */
export const maxFileBytes = 64 * 1024 * 1024

/** A shipment file that holds, and where its two columns stand. */
export interface ShipmentFile {
  readonly table: CsvTable
  readonly at: Readonly<Record<ShipmentColumn, number>>
  /** Where the batch stands; null where the file does not tell. */
  readonly batchAt: number | null
}

/** Reads a shipment file. Throws a Failure that says what is wrong with it. */
export const readShipmentFile = (path: string): ShipmentFile => readShipmentText(path, csvFileText(path))

/** The same of a text that is read already; `path` is what it is called. */
export const readShipmentText = (path: string, text: string): ShipmentFile => {
  const reading = readCsv(text)
  if (reading.kind === "empty") throw refused(path, "It is empty.", "Choose the shipment file.")
  if (reading.kind === "fault") {
    const { line, column, error, fix } = reading.fault
    throw refused(path, `Line ${line}, column ${column}: ${error}`, fix, { row: line, field: `column ${column}` })
  }
  const columns = shipmentColumns(reading.table.header)
  switch (columns.kind) {
    case "found":
      return { table: reading.table, at: columns.at, batchAt: batchColumn(reading.table.header) }
    case "missing":
      throw refused(
        path,
        `The header row lacks ${columns.columns.join(" and ")}; it has: ${reading.table.header.join(", ")}.`,
        `Name the columns ${columns.columns.map((column) => shipmentHeaders[column].join(" or ")).join("; and ")}.`,
        { row: 1, field: columns.columns[0] }
      )
    case "doubled":
      throw refused(
        path,
        `The header row has more than one column for ${columns.columns.join(" and ")}.`,
        "Keep the right one and rename the other.",
        { row: 1, field: columns.columns[0] }
      )
  }
}

const refused = (path: string, message: string, next: string, more: Partial<FailureFacts> = {}): Failure =>
  new Failure({ code: "FileRefused", message: `${path}: ${message}`, next, exit: exitCodes.usage, ...more })

/** The text of a CSV file. Throws a Failure that says what is wrong with it. */
export const csvFileText = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw refused(path, "There is no such file.", "Check the name.")
  if (!found.isFile()) throw refused(path, "It is no file.", "Give a CSV file.")
  if (found.size > maxFileBytes) {
    throw refused(path, `It is larger than ${maxFileBytes / 1024 / 1024} MB.`, "Cut it into smaller files.")
  }
  const bytes = bytesOf(path)
  const [first, second] = bytes
  if (first === 0x50 && second === 0x4b) {
    throw refused(path, "It is a workbook or another zip file, not CSV.", "Save it as CSV (UTF-8) and import that.")
  }
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw refused(path, "It is UTF-16.", "Save it as CSV (UTF-8) and import that.")
  }
  if (!isUtf8(bytes)) {
    const line = lineNotUtf8(bytes)
    throw refused(path, `It is not UTF-8: see line ${line}.`, "Save it as CSV (UTF-8) and import that.", { row: line })
  }
  return bytes.toString("utf8")
}

const bytesOf = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw refused(path, `It cannot be read (${(cause as NodeJS.ErrnoException).code}).`, "Look at its permissions.")
  }
}

/** The line that the first byte sequence stands on that is no UTF-8. */
const lineNotUtf8 = (bytes: Buffer): number => {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start)
    const stop = end < 0 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(start, stop))) return line
    start = stop
  }
  return line
}
