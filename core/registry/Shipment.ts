import { Schema } from "effect"

/** One row of a shipment: its line in the file and what stands there, unchecked. */
export const ShipmentRow = Schema.Struct({
  row: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 })),
  serialCode: Schema.String.check(Schema.isMaxLength(200)),
  unlockCode: Schema.String.check(Schema.isMaxLength(200)),
  /** The batch it came in, such as the number of its box: what is bulk-activated together. */
  batchID: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(100)))
})
export type ShipmentRow = typeof ShipmentRow.Type

/** What is wrong with one row: the column, what is wrong there and what would fix it. */
export const ShipmentIssue = Schema.Struct({
  row: Schema.Int,
  column: Schema.Literals(["serialCode", "unlockCode"]),
  error: Schema.String,
  fix: Schema.String
})
export type ShipmentIssue = typeof ShipmentIssue.Type

/** Rows sent at once; a file of any length goes in pieces. */
export const shipmentChunk = 1000

/** What became of the rows: new in the registry, there already with the same combination, or refused. */
export const ShipmentResult = Schema.Struct({
  loaded: Schema.Int,
  unchanged: Schema.Int,
  refused: Schema.Array(ShipmentIssue)
})
export type ShipmentResult = typeof ShipmentResult.Type
