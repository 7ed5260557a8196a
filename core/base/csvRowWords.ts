import type { CsvRowFault } from "./csvRow.ts"

/**
 * What is wrong with a row and how to fix it.
 * @param line the row's line, from 1, if the message has to name it
 */
export const csvRowWords = (fault: CsvRowFault, line?: number): { readonly error: string; readonly fix: string } =>
  fault.kind === "quotes"
    ? {
        error: `The quotes of ${line === undefined ? "this row" : `line ${line}`} don't match.`,
        fix: 'Put the cell in quotes and write "" for a quote inside it.'
      }
    : {
        error: `${line === undefined ? "This row" : `Line ${line}`} has ${cellCount(fault.found)}, the header has ${cellCount(fault.expected)}.`,
        fix: "Make the row as long as the header, and quote cells that contain the separator."
      }

const cellCount = (count: number): string => (count === 1 ? "1 cell" : `${count} cells`)
