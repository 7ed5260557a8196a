import { attributeOf, elementIn, elementsIn } from "./sheetXml.ts"

/** How a style shows numbers: with a minimum number of digits, or as a date. */
export interface CellFormat {
  readonly digits: number
  readonly isDate: boolean
}

const plain: CellFormat = { digits: 0, isDate: false }

/** Built-in date and time formats (ECMA-376 18.8.30, and those of East Asian Excel). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Parses a format code. Quoted, escaped and bracketed parts don't count, and only the first section does. */
const formatOf = (code: string): CellFormat => {
  // Durations, such as [h]:mm, are numbers of days, not dates.
  if (/\[(h+|m+|s+)\]/i.test(code)) return plain
  const [pattern = ""] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "").split(";")
  if (/[dmyhs]/i.test(pattern) && !/general/i.test(pattern)) return { digits: 0, isDate: true }
  // 00000 keeps the zeros of a zip code, 0000 0000 those of a serial code.
  const zeros = pattern.replace(/[ -]/g, "")
  return /^0{1,40}$/.test(zeros) ? { digits: zeros.length, isDate: false } : plain
}

/** The format of each cell style, from the workbook's styles XML. */
export const cellFormats = (xml: string): ReadonlyArray<CellFormat> => {
  const own = new Map<string, CellFormat>()
  for (const format of elementsIn(elementIn(xml, "numFmts")?.inside ?? "", "numFmt")) {
    own.set(attributeOf(format, "numFmtId") ?? "", formatOf(attributeOf(format, "formatCode") ?? ""))
  }
  const styles = elementIn(xml, "cellXfs")?.inside ?? ""
  return [...elementsIn(styles, "xf")].map((style) => {
    const id = attributeOf(style, "numFmtId") ?? ""
    return own.get(id) ?? { digits: 0, isDate: isBuiltInDate(Number(id)) }
  })
}

const dayMillis = 86_400_000

/**
 * Day 0 of Excel's two calendars. The 1900 calendar contains a nonexistent February 29, so its days from March 1900 on are off
 * by one.
 */
const dayZero = (is1904: boolean, day: number): number =>
  is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)

/** A number of days as ISO 8601: a date, a time if there is no date, or both; null outside the years 1900 to 9999. */
const dateText = (days: number, is1904: boolean): string | null => {
  if (days < 0 || days >= 2_958_466) return null
  const seconds = Math.round(days * 86_400)
  const [date = "", time = ""] = new Date(dayZero(is1904, days) + (seconds * dayMillis) / 86_400)
    .toISOString()
    .split("T")
  if (days < 1 && !is1904) return time.slice(0, 8)
  return seconds % 86_400 === 0 ? date : `${date}T${time.slice(0, 8)}`
}

/**
 * A number cell as a person would type it: no exponent, as many digits as its format shows, `3` for `3.0`, and a date as ISO
 * 8601.
 * @param is1904 whether the workbook counts days from 1904 instead of 1900
 */
export const numberText = (text: string, { digits, isDate }: CellFormat = plain, is1904: boolean): string => {
  const value = Number(text)
  if (text.trim() === "" || !Number.isFinite(value)) return text
  const date = isDate ? dateText(value, is1904) : null
  if (date !== null) return date
  // Spreadsheets show 15 digits; the rest is binary rounding error.
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(15)))
  const whole = Number.isSafeInteger(value) ? String(value) : BigInt(value).toString()
  return whole.startsWith("-") ? whole : whole.padStart(digits, "0")
}
