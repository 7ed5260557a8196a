import { type CsvTable, readCsv, separatorFix } from "#core/base/csv.ts"
import { extraCellsFault, withExtraColumns } from "#core/base/extraCells.ts"
import { namedColumns } from "#core/jobs/jobList.ts"
import { isProblemColumn } from "#core/jobs/keptColumns.ts"
import {
  batchColumn,
  type ShipmentColumn,
  shipmentColumns,
  shipmentHeaders,
  shipmentHeadingScore
} from "#core/registry/shipmentColumns.ts"
import { fileRefused, readListFile } from "#cli/input/listFile.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** A valid shipment file, with the indices of its two columns. */
export interface ShipmentFile {
  /** Its name in messages. */
  readonly name: string
  readonly table: CsvTable
  /** The header of the file of failed rows. */
  readonly columns: ReadonlyArray<string>
  readonly at: Readonly<Record<ShipmentColumn, number>>
  /** The index of the batch column; null if there is none. */
  readonly batchAt: number | null
}

/** Reads a shipment file, or stdin for `-`. Rejects with a Failure that describes the problem. */
export const readShipmentFile = async (
  terminal: Terminal,
  path: string,
  sheet: string | null
): Promise<ShipmentFile> => {
  const { name, text } = await readListFile(terminal, path, sheet)
  const reading = readCsv(text, { score: shipmentHeadingScore })
  if (reading.kind === "empty") throw fileRefused(name, "The file is empty.", "Choose the shipment file.")
  if (reading.kind === "fault") {
    const { line, column, error, fix } = reading.fault
    throw fileRefused(name, `Line ${line}, column ${column}: ${error}`, fix, { row: line, field: `column ${column}` })
  }
  const { headerRow: row } = reading.table
  const columns = shipmentColumns(reading.table.header)
  switch (columns.kind) {
    case "found":
      return {
        name,
        table: { ...reading.table, rows: () => unfixedRows(reading.table) },
        columns: withExtraColumns(reading.table.header, reading.table.width),
        at: columns.at,
        batchAt: batchColumn(reading.table.header)
      }
    case "missing":
      throw fileRefused(
        name,
        `The header row is missing ${columns.columns.join(" and ")}. It has: ${namedColumns(reading.table.header)}.`,
        separatorFix(reading.table.header) ??
          `Name the columns ${columns.columns.map((column) => shipmentHeaders[column].join(" or ")).join("; and ")}.`,
        { row, field: columns.columns[0] }
      )
    case "doubled":
      throw fileRefused(
        name,
        `The header row has more than one column for ${columns.columns.join(" and ")}.`,
        "Keep the right one and rename the other.",
        { row, field: columns.columns[0] }
      )
  }
}

/** The rows, where those of a file of failed rows that still have their extra cells are refused again. */
function* unfixedRows({ header, rows }: CsvTable): ReturnType<CsvTable["rows"]> {
  for (const row of rows()) {
    const unfixed = extraCellsFault(header, row.cells, isProblemColumn)
    yield unfixed === null || row.fault !== undefined ? row : { ...row, fault: unfixed }
  }
}
