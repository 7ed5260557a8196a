/** Why a file of rows is not read at all, in words: what it is, and what to do. */
export const tableFileWords = {
  Empty: { error: "The file has no rows.", next: "Choose a file with a header row and one item per row." },
  WrongType: {
    error: "This is neither a CSV file nor an Excel workbook.",
    next: "Save the list as CSV (UTF-8) or as a workbook (.xlsx or .ods)."
  },
  OldExcel: {
    error: "This is an old Excel workbook (.xls), or it has a password.",
    next: "Open it in your spreadsheet program and save it as .xlsx without a password."
  },
  Encoding: { error: "This file isn't UTF-8, so some characters can't be read.", next: "Save it as CSV UTF-8." },
  BrokenWorkbook: {
    error: "This workbook is damaged.",
    next: "Open it in your spreadsheet program and save it again."
  },
  Unpacks: {
    error: "This workbook is too large.",
    next: "Copy only the list into a new workbook."
  }
} as const

export type TableFileFault = keyof typeof tableFileWords

/** A workbook in which more than one sheet holds something, or none is named as asked. */
export const whichSheetWords = (
  names: ReadonlyArray<string>,
  asked: string | null
): { readonly error: string; readonly next: string } => ({
  error:
    asked === null
      ? `The workbook has ${names.length} sheets with content: ${names.join(", ")}.`
      : `The workbook has no sheet '${asked}'. Its sheets are: ${names.join(", ")}.`,
  next: "Choose the sheet to read."
})
