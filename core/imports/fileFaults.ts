import { importLimits } from "./importLimits.ts"

/** Why a file is not read at all, in words: what it is, and what to do. Nothing of such a file is kept. */
export const fileFaultWords = {
  None: { error: "There is no file.", next: "Choose a CSV file or an Excel workbook (.xlsx)." },
  Several: { error: "These are several files.", next: "Import one file at a time." },
  TooLarge: { error: "File must be smaller than 2 MB.", next: "Make several files of it." },
  WrongType: {
    error: "This is neither a CSV file nor an Excel workbook.",
    next: "Save the list as CSV (UTF-8) or as an Excel workbook (.xlsx)."
  },
  OldExcel: {
    error: "This workbook is of an old kind (.xls), or it has a password.",
    next: "Open it in your spreadsheet program and save it as .xlsx without a password."
  },
  Encoding: {
    error: "The text of this file is not in Unicode, so that some of its letters cannot be told.",
    next: "Save it as CSV UTF-8."
  },
  NotCsv: { error: "This is no CSV.", next: "Save the list as CSV again." },
  BrokenWorkbook: {
    error: "This workbook is damaged.",
    next: "Open it in your spreadsheet program and save it again."
  },
  Unpacks: {
    error: "This workbook unpacks to far more than a list of facilities can be.",
    next: "Copy the list alone into a new workbook."
  },
  Empty: { error: "The file has no rows.", next: "Give it one facility a row, below a row of headers." },
  NoHeader: {
    error: "The first row has no headers.",
    next: "Name the columns in the first row, as the template does."
  },
  TooManyColumns: {
    error: `The file has more than ${importLimits.columns} columns.`,
    next: "Leave out columns that are not about the facility."
  },
  TooManyRows: {
    error: `The file has more than ${importLimits.rows} rows.`,
    next: "Make several files of it."
  }
} as const

export type FileFault = keyof typeof fileFaultWords

/** Their names, in the order of the table. */
export const fileFaults = Object.keys(fileFaultWords) as unknown as readonly [FileFault, ...ReadonlyArray<FileFault>]
