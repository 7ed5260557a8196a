import { Result, Schema } from "effect"
import { plainDigits } from "#core/base/plainDigits.ts"
import { SerialCode } from "#core/base/ids.ts"

const decode = Schema.decodeUnknownResult(SerialCode)

/** Normalizes a typed serial code: uppercase, without spaces and hyphens (001 §2). */
export const serialTyped = (text: string): string => plainDigits(text).toUpperCase().replaceAll(/[\s-]/g, "")

/** Why a text is not a serial code (001 §5), or null. */
export const serialIssue = (text: string): string | null =>
  Result.isSuccess(decode(text)) ? null : "Serial Code must be 8 digits."

/** The serial code in a pasted line of cells, or its first cell. Other cells, such as a combination, are left out. */
export const serialInLine = (line: string): string => {
  const cells = line.split(/[\t,;]/).map(serialTyped)
  return cells.find((cell) => serialIssue(cell) === null) ?? cells.find((cell) => cell !== "") ?? ""
}
