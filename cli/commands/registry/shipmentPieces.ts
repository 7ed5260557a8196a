import type { CsvRow } from "#core/base/csv.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import { cellDigits, serialOf } from "#core/base/serialText.ts"
import { shipmentChunk, type ShipmentIssue, type ShipmentRow } from "#core/registry/Shipment.ts"
import { conflictingRow, otherBatch, shipmentRowIssue } from "#core/registry/shipmentRules.ts"
import type { ShipmentFile } from "./shipmentFile.ts"

/** A chunk of checked rows: those to send, those already refused, and repetitions of earlier ones. */
export interface ShipmentPiece {
  /** The original rows by number. */
  readonly source: ReadonlyMap<number, CsvRow["cells"]>
  readonly send: ReadonlyArray<ShipmentRow>
  readonly refused: ReadonlyArray<ShipmentIssue>
  readonly repeated: number
}

/** A shipment in chunks that fit in one request. Each row follows the rules for a single one. */
export const shipmentPieces = function* ({
  table,
  at,
  batchAt
}: ShipmentFile): Generator<ShipmentPiece, void, undefined> {
  // As numbers, so that a shipment of millions fits in memory and combinations are not kept as text.
  const codes = new Map<number, number>()
  const batches = new Map<number, string>()
  let source = new Map<number, CsvRow["cells"]>()
  let send: Array<ShipmentRow> = []
  let refused: Array<ShipmentIssue> = []
  let repeated = 0

  for (const { row: nth, cells, fault } of table.rows()) {
    const row = {
      row: nth,
      serialCode: serialOf(cells[at.serialCode] ?? ""),
      unlockCode: cellDigits(cells[at.unlockCode] ?? ""),
      ...(batchAt === null ? {} : { batchID: (cells[batchAt] ?? "").trim() })
    }
    source.set(nth, cells)
    const issue =
      fault === undefined ? shipmentRowIssue(row) : { row: nth, column: "serialCode" as const, ...csvRowWords(fault) }
    const serial = Number(row.serialCode)
    const known = issue === null ? codes.get(serial) : undefined
    const { batchID = "" } = row
    if (issue !== null) refused.push(issue)
    else if (known === undefined) {
      codes.set(serial, Number(row.unlockCode))
      if (batchID !== "") batches.set(serial, batchID)
      send.push(row)
    } else if (known !== Number(row.unlockCode)) refused.push(conflictingRow(nth))
    else if (batchID !== "" && batchID !== batches.get(serial))
      refused.push(otherBatch(nth, batches.get(serial) ?? null))
    else repeated++

    if (source.size === shipmentChunk) {
      yield { source, send, refused, repeated }
      source = new Map()
      send = []
      refused = []
      repeated = 0
    }
  }
  if (source.size > 0) yield { source, send, refused, repeated }
}
