import { countOf } from "#core/base/countOf.ts"
import { isSerial, serialFix } from "#core/base/serialText.ts"
import { mostBatchLetters, type ShipmentIssue, type ShipmentRow } from "./Shipment.ts"

const codePattern = /^\d{4}$/

/** Describes an invalid value: its number of digits if it is only digits, otherwise `otherwise`. */
const found = (text: string, otherwise: string): string =>
  text.trim() === "" ? "nothing" : /^\d+$/.test(text) ? countOf(text.length, "digit") : otherwise

/** What is wrong with a row by itself: a serial code has 8 digits and a combination 4 (001 §5). */
export const shipmentRowIssue = ({ row, serialCode, unlockCode, batchID = "" }: ShipmentRow): ShipmentIssue | null => {
  if (!isSerial(serialCode)) {
    return {
      row,
      column: "serialCode",
      error: `Serial Code must be 8 digits, found ${found(serialCode, `'${serialCode.slice(0, 40)}'`)}.`,
      fix: serialFix(serialCode)
    }
  }
  if (!codePattern.test(unlockCode)) {
    return {
      row,
      column: "unlockCode",
      // The value may be the combination, so the message has only its length.
      error: `Combination must be 4 digits, found ${found(unlockCode, "something else")}.`,
      fix: "Enter the 4 digits of the combination, leading zeros included."
    }
  }
  if (batchID.length > mostBatchLetters) {
    return {
      row,
      column: "batchID",
      error: `A batch has at most ${countOf(mostBatchLetters, "character")}, found ${batchID.length}.`,
      fix: "Enter the number or name of its box."
    }
  }
  return null
}

/** A serial code that the registry or an earlier row has with a different combination. */
export const conflictingRow = (row: number): ShipmentIssue => ({
  row,
  column: "unlockCode",
  error: "This serial code is in the registry with another combination.",
  fix: "Check the lock. If the registry is wrong, contact support."
})

/** A serial code that the registry or an earlier row has in another batch; the lock stays in that one. */
export const otherBatch = (row: number, batch: string | null): ShipmentIssue => ({
  row,
  column: "batchID",
  error: `This lock is already loaded ${batch === null || batch === "" ? "without a batch" : `in batch '${batch}'`}.`,
  fix: "Enter that batch, or leave it blank. To move the lock to another batch, contact support."
})
