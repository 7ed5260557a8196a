/** Messages for a file of rows that can't be read: the problem, and what to do. */
export const tableFileWords = {
  Empty: { error: "The file has no rows.", next: "Choose a file with a header row and one item per row." },
  WrongType: {
    error: "This is neither a CSV file nor a workbook.",
    next: "Save the list as CSV (UTF-8) or as a workbook (.xlsx or .ods)."
  },
  OldExcel: {
    error: "This is an old Excel workbook (.xls).",
    next: "Open it in your spreadsheet program and save it as .xlsx."
  },
  Password: { error: "This workbook has a password.", next: "Save it without a password." },
  Encoding: { error: "Some characters of this file can't be read.", next: "Save it as CSV UTF-8." },
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

/** The message for a workbook with several sheets that are not empty, or without a sheet of the requested name. */
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
