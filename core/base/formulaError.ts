/** Whether a cell is what spreadsheets show, and save as its value, when a formula fails: `#N/A` of a lookup without a match. */
export const isFormulaError = (cell: string): boolean =>
  /^(#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)|Err:5\d\d)$/i.test(cell.trim())

/** How to fix such a cell. */
export const formulaErrorFix = "The formula failed: correct it in your spreadsheet, or type the value."
