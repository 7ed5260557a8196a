import { Schema } from "effect"

/** The longest name of a batch. */
export const mostBatchLetters = 100

/** A row of a shipment: its line in the file and its unchecked values. */
export const ShipmentRow = Schema.Struct({
  row: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 })),
  serialCode: Schema.String.check(Schema.isMaxLength(200)),
  unlockCode: Schema.String.check(Schema.isMaxLength(200)),
  /** Its batch, such as the number of its box: the locks of a batch can be activated together. */
  batchID: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(mostBatchLetters)))
})
export type ShipmentRow = typeof ShipmentRow.Type

/** A problem in a row: the column, what is wrong and how to fix it. */
export const ShipmentIssue = Schema.Struct({
  row: Schema.Int,
  column: Schema.Literals(["serialCode", "unlockCode", "batchID"]),
  error: Schema.String,
  fix: Schema.String
})
export type ShipmentIssue = typeof ShipmentIssue.Type

/** The maximum number of rows per request; longer files are sent in chunks. */
export const shipmentChunk = 1000

/** The results of the rows: new in the registry, already there with the same combination and batch, or refused. */
export const ShipmentResult = Schema.Struct({
  loaded: Schema.Int,
  unchanged: Schema.Int,
  refused: Schema.Array(ShipmentIssue)
})
export type ShipmentResult = typeof ShipmentResult.Type
