import { countOf } from "#core/base/countOf.ts"
import { isSerial, serialFix } from "#core/base/serialText.ts"
import type { ShipmentIssue, ShipmentRow } from "./Shipment.ts"

const codePattern = /^\d{4}$/

/** Describes an invalid value: its number of digits if it is only digits, otherwise `otherwise`. */
const found = (text: string, otherwise: string): string =>
  text.trim() === "" ? "nothing" : /^\d+$/.test(text) ? countOf(text.length, "digit") : otherwise

/** What is wrong with a row by itself: a serial code has 8 digits and a combination 4 (001 §5). */
export const shipmentRowIssue = ({ row, serialCode, unlockCode }: ShipmentRow): ShipmentIssue | null => {
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
  return null
}

/** A serial code that the registry or an earlier row has with a different combination. */
export const conflictingRow = (row: number): ShipmentIssue => ({
  row,
  column: "unlockCode",
  error: "This serial code is in the registry with another combination.",
  fix: "Check the lock. If the registry is wrong, contact support."
})
