import { csvLine } from "#core/base/csvText.ts"
import type { SheetFile, SheetHead } from "./sheetMessages.ts"
import { sheetValue } from "./sheetValue.ts"

/** A CSV file: dates in ISO 8601, formulas as text (`csvText.ts`). */
export const csvFile = ({ columns }: SheetHead): SheetFile => {
  let header = csvLine(columns.map(({ title }) => title))
  const take = (text: string): ReadonlyArray<Uint8Array> => {
    const whole = header + text
    header = ""
    return whole === "" ? [] : [Buffer.from(whole)]
  }
  return {
    add: async (rows) =>
      take(
        rows
          .map((row) =>
            csvLine(
              columns.map((column) => {
                const value = sheetValue(column, row)
                return value instanceof Date ? value.toISOString() : value
              })
            )
          )
          .join("")
      ),
    end: async () => take("")
  }
}
