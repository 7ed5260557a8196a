import { posix } from "node:path"
import { importLimits } from "#core/imports/importLimits.ts"
import { Archive, ArchiveRefused } from "./Archive.ts"
import { attributeOf, type Element, elementIn, elementsIn, plainText } from "./sheetXml.ts"

/** A row of a sheet: its number in it, from 1, and its cells as text. */
export interface SheetRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
}

/** Every text below an element; what only helps to read it aloud (rPh) aside. */
const textsIn = (xml: string): string => {
  let own = xml
  if (xml.includes("rPh")) for (const { inside } of elementsIn(xml, "rPh")) own = own.replace(inside, "")
  let found = ""
  for (const { inside } of elementsIn(own, "t")) found += plainText(inside)
  return found.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const sharedTexts = (xml: string): ReadonlyArray<string> =>
  [...elementsIn(xml, "si")].map(({ inside }) => textsIn(inside))

/** For each style of a cell how many digits it shows at least: formats such as 00000 keep the zeros of a zip code. */
const digitsOf = (xml: string): ReadonlyArray<number> => {
  const zeros = new Map<string, number>()
  for (const format of elementsIn(xml, "numFmt")) {
    const code = attributeOf(format, "formatCode") ?? ""
    if (/^0{1,40}$/.test(code)) zeros.set(attributeOf(format, "numFmtId") ?? "", code.length)
  }
  const styles = elementIn(xml, "cellXfs")?.inside ?? ""
  return [...elementsIn(styles, "xf")].map((style) => zeros.get(attributeOf(style, "numFmtId") ?? "") ?? 0)
}

/** A number as a person would type it: no exponent, and as many digits as its format shows. */
const numberText = (text: string, digits: number): string => {
  const value = Number(text)
  if (text.trim() === "" || !Number.isFinite(value)) return text
  if (!Number.isInteger(value)) return String(value)
  const whole = Number.isSafeInteger(value) ? String(value) : BigInt(value).toString()
  return whole.startsWith("-") ? whole : whole.padStart(digits, "0")
}

/** The column of a reference such as AB12, from 0. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const char of reference.slice(0, 4)) {
    const code = char.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** The text of the first sheet that is shown. */
const firstSheet = (archive: Archive): string => {
  const workbook = archive.text("xl/workbook.xml")
  if (workbook === null) throw new ArchiveRefused("BrokenWorkbook")
  const sheets = [...elementsIn(workbook, "sheet")]
  const shown = sheets.find((sheet) => !/hidden/i.test(attributeOf(sheet, "state") ?? "")) ?? sheets[0]
  const id = shown === undefined ? null : attributeOf(shown, "id")
  const relation = [...elementsIn(archive.text("xl/_rels/workbook.xml.rels") ?? "", "Relationship")].find(
    (each) => attributeOf(each, "Id") === id
  )
  const path = relation === undefined ? "worksheets/sheet1.xml" : (attributeOf(relation, "Target") ?? "")
  const text = archive.text(path.startsWith("/") ? path.slice(1) : posix.normalize(`xl/${path}`))
  if (text === null) throw new ArchiveRefused("BrokenWorkbook")
  return text
}

/**
 * The rows of the first sheet of an Excel workbook, as text. A formula is what it came to when the workbook was saved, or its
 * own text where that was not kept; nothing is computed. More rows than an import takes are not read: one more tells.
 */
export const readWorkbook = (bytes: Uint8Array): ReadonlyArray<SheetRow> => {
  const archive = new Archive(bytes)
  const sheet = firstSheet(archive)
  if (/<!(DOCTYPE|ENTITY)/i.test(sheet)) throw new ArchiveRefused("BrokenWorkbook")
  const shared = sharedTexts(archive.text("xl/sharedStrings.xml") ?? "")
  const digits = digitsOf(archive.text("xl/styles.xml") ?? "")
  const rows: Array<SheetRow> = []
  let nth = 0
  for (const row of elementsIn(sheet, "row")) {
    const told = Number(attributeOf(row, "r") ?? "")
    nth = Number.isSafeInteger(told) && told > nth ? told : nth + 1
    const cells = cellsOf(row, shared, digits)
    if (cells.every((cell) => cell.trim() === "")) continue
    rows.push({ row: nth, cells })
    if (rows.length > importLimits.rows + 1) break
  }
  return rows
}

const cellsOf = (row: Element, shared: ReadonlyArray<string>, digits: ReadonlyArray<number>): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let column = -1
  for (const cell of elementsIn(row.inside, "c")) {
    const reference = attributeOf(cell, "r")
    column = reference === null ? column + 1 : columnOf(reference)
    // One more than an import takes tells that there are too many; a cell at the end of the sheet makes no array of it.
    if (column < 0 || column > importLimits.columns) column = importLimits.columns
    const text = cellText(cell, shared, digits)
    if (text === "" && column === importLimits.columns) continue
    while (cells.length < column) cells.push("")
    cells[column] = text
  }
  return cells
}

const cellText = (cell: Element, shared: ReadonlyArray<string>, digits: ReadonlyArray<number>): string => {
  const { inside } = cell
  if (inside === "") return ""
  const type = attributeOf(cell, "t") ?? "n"
  if (type === "inlineStr") return textsIn(inside)
  const value = elementIn(inside, "v")?.inside
  if (value === undefined) {
    const formula = elementIn(inside, "f")?.inside
    return formula === undefined ? "" : `=${plainText(formula)}`
  }
  switch (type) {
    case "s":
      return shared[Number(value)] ?? ""
    case "b":
      return value === "1" ? "TRUE" : "FALSE"
    case "n":
      return numberText(value, digits[Number(attributeOf(cell, "s") ?? "0")] ?? 0)
    default:
      return plainText(value)
  }
}
