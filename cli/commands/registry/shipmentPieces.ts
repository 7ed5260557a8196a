import type { CsvRow } from "#core/base/csv.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import { serialOf } from "#core/base/serialText.ts"
import { wholeDigits } from "#core/base/wholeDigits.ts"
import { shipmentChunk, type ShipmentIssue, type ShipmentRow } from "#core/registry/Shipment.ts"
import { conflictingRow, shipmentRowIssue } from "#core/registry/shipmentRules.ts"
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
  let source = new Map<number, CsvRow["cells"]>()
  let send: Array<ShipmentRow> = []
  let refused: Array<ShipmentIssue> = []
  let repeated = 0

  for (const { row: nth, cells, fault } of table.rows()) {
    const row = {
      row: nth,
      serialCode: serialOf(cells[at.serialCode] ?? ""),
      unlockCode: wholeDigits((cells[at.unlockCode] ?? "").trim()),
      ...(batchAt === null ? {} : { batchID: (cells[batchAt] ?? "").trim() })
    }
    source.set(nth, cells)
    const issue =
      fault === undefined ? shipmentRowIssue(row) : { row: nth, column: "serialCode" as const, ...csvRowWords(fault) }
    const known = issue === null ? codes.get(Number(row.serialCode)) : undefined
    if (issue !== null) refused.push(issue)
    else if (known === undefined) {
      codes.set(Number(row.serialCode), Number(row.unlockCode))
      send.push(row)
    } else if (known === Number(row.unlockCode)) repeated++
    else refused.push(conflictingRow(nth))

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
