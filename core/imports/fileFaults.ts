import { tableFileWords } from "#core/base/files/tableFileFaults.ts"
import { importLimits } from "./importLimits.ts"

/** Messages for files that are refused: the problem, and what to do. Nothing of such a file is stored. */
export const fileFaultWords = {
  ...tableFileWords,
  None: { error: "No file was sent.", next: "Choose a CSV file or a workbook (.xlsx or .ods)." },
  Several: { error: "You sent several files.", next: "Import one file at a time." },
  TooLarge: { error: "File must be smaller than 2 MB.", next: "Split it into several files." },
  NotCsv: { error: "This isn't a valid CSV file.", next: "Save the list as CSV again." },
  WhichSheet: {
    error: "The workbook has several sheets with content.",
    next: "Choose the sheet to import."
  },
  Empty: { error: "The file has no rows.", next: "Add a header row and one row for each facility or user." },
  NoHeader: {
    error: "The first row has no headers.",
    next: "Name the columns in the first row, as the template does."
  },
  TooManyColumns: {
    error: `The file has more than ${importLimits.columns} columns.`,
    next: "Remove the columns you don't need."
  },
  TooManyRows: {
    error: `The file has more than ${importLimits.rows} rows.`,
    next: "Split it into several files."
  }
} as const

export type FileFault = keyof typeof fileFaultWords

/** Their names, in table order. */
export const fileFaults = Object.keys(fileFaultWords) as unknown as readonly [FileFault, ...ReadonlyArray<FileFault>]
