/**
 * The digits of a whole number as spreadsheets and programs write it: `43004` for `43004.0` and `43004.00`. The digits before
 * the point stay as written, with leading zeros and commas. Any other text is returned as it is.
 *
 * Only for cells that hold digits, such as codes and phone numbers: a name or a street may be `3.0`.
 */
export const wholeDigits = (text: string): string => text.replace(/^(\s*\d[\d,]*)\.0+(\s*)$/, "$1$2")
