import type { CsvRowFault } from "./csvRow.ts"

/**
 * What is wrong with a row and how to fix it.
 * @param row the row's number, from 1, if the message has to name it
 */
export const csvRowWords = (fault: CsvRowFault, row?: number): { readonly error: string; readonly fix: string } =>
  fault.kind === "quotes"
    ? {
        error: `The quotes of ${row === undefined ? "this row" : `row ${row}`} don't match.`,
        fix: 'Put the cell in quotes and write "" for a quote inside it.'
      }
    : {
        error: `${row === undefined ? "This row" : `Row ${row}`} has ${cellCount(fault.found)}, the header has ${cellCount(fault.expected)}.`,
        fix: "Make the row as long as the header, and quote cells that contain the separator."
      }

const cellCount = (count: number): string => (count === 1 ? "1 cell" : `${count} cells`)
