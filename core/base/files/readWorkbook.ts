import { headerRows } from "#core/base/headerRow.ts"
import { Archive, type ArchiveLimits, ArchiveRefused } from "./Archive.ts"
import { type CellFormat, cellFormats, numberText } from "./cellFormats.ts"
import { attributeOf, type Element, elementIn, elementsIn, plainText } from "./sheetXml.ts"

/** A row of a sheet: its number, from 1, and its cells as text. */
export interface SheetRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
}

/** A sheet that is not empty. Rows are read lazily; blank rows are skipped. */
export interface Sheet {
  readonly name: string
  readonly rows: () => ReadonlyArray<SheetRow>
}

/** Limits for reading a workbook. One row and column beyond the limit are read, to detect that there are too many. */
export interface WorkbookLimits extends ArchiveLimits {
  readonly rows: number
  readonly columns: number
}

/** The number of rows in an Excel sheet. */
export const mostSheetRows = 1_048_576

/** All text below an element, except phonetic hints (rPh). */
const textsIn = (xml: string): string => {
  let own = xml
  if (xml.includes("rPh")) for (const { inside } of elementsIn(xml, "rPh")) own = own.replace(inside, "")
  let found = ""
  for (const { inside } of elementsIn(own, "t")) found += plainText(inside)
  return found.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const sharedTexts = (xml: string): ReadonlyArray<string> =>
  [...elementsIn(xml, "si")].map(({ inside }) => textsIn(inside))

/** The column of a cell reference such as AB12, from 0. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const char of reference.slice(0, 4)) {
    const code = char.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** The path of a workbook part that another part refers to. */
const partPath = (target: string): string => {
  if (target.startsWith("/")) return target.slice(1)
  const path: Array<string> = ["xl"]
  for (const step of target.split("/")) {
    if (step === "..") path.pop()
    else if (step !== "." && step !== "") path.push(step)
  }
  return path.join("/")
}

/** What reading any cell of the workbook needs. */
interface CellReading {
  readonly shared: ReadonlyArray<string>
  readonly formats: ReadonlyArray<CellFormat>
  readonly is1904: boolean
  readonly columns: number
}

/**
 * The visible sheets of an Excel workbook that are not empty, or hidden ones if all others are empty. Cells are text: a
 * number as typed, a date as ISO 8601, `true` or `false`, a formula as its saved result, or as its own text if no
 * result was saved. Nothing is computed. Throws `ArchiveRefused`.
 */
export const readWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<ReadonlyArray<Sheet>> => {
  const archive = new Archive(bytes, limits)
  const workbook = await partOf(archive, "xl/workbook.xml")
  if (workbook === null) throw new ArchiveRefused("BrokenWorkbook")
  const relations = [...elementsIn((await partOf(archive, "xl/_rels/workbook.xml.rels")) ?? "", "Relationship")]
  const properties = elementIn(workbook, "workbookPr")
  const reading: CellReading = {
    shared: sharedTexts((await partOf(archive, "xl/sharedStrings.xml")) ?? ""),
    formats: cellFormats((await partOf(archive, "xl/styles.xml")) ?? ""),
    is1904: properties !== null && /^(1|true)$/i.test(attributeOf(properties, "date1904") ?? ""),
    columns: limits.columns
  }
  const found: Array<Sheet & { readonly hidden: boolean }> = []
  for (const [nth, element] of [...elementsIn(workbook, "sheet")].entries()) {
    const id = attributeOf(element, "id")
    const relation = relations.find((each) => attributeOf(each, "Id") === id)
    const target = relation === undefined ? `worksheets/sheet${nth + 1}.xml` : (attributeOf(relation, "Target") ?? "")
    const xml = await partOf(archive, partPath(target))
    if (xml === null) throw new ArchiveRefused("BrokenWorkbook")
    if (rowsIn(xml, reading).next().done === true) continue
    found.push({
      name: attributeOf(element, "name") ?? "",
      hidden: /hidden/i.test(attributeOf(element, "state") ?? ""),
      rows: () => rowsUpTo(rowsIn(xml, reading), mostRows(limits))
    })
  }
  const shown = found.filter(({ hidden }) => !hidden)
  return (shown.length === 0 ? found : shown).map(({ name, rows }) => ({ name, rows }))
}

/**
 * The text of a part, or null. XML with a document type or its own entities is refused, because entities can expand
 * without limit.
 */
export const partOf = async (archive: Archive, path: string): Promise<string | null> => {
  const text = await archive.text(path)
  if (text !== null && /<!(DOCTYPE|ENTITY)/i.test(text)) throw new ArchiveRefused("BrokenWorkbook")
  return text
}

/** The number of rows to read: titles and headers don't count, and one extra row shows that there are too many. */
export const mostRows = ({ rows }: Pick<WorkbookLimits, "rows">): number => rows + headerRows + 1

/** The first rows, up to a number. */
export const rowsUpTo = (rows: Iterable<SheetRow>, most: number): ReadonlyArray<SheetRow> => {
  const found: Array<SheetRow> = []
  for (const row of rows) {
    found.push(row)
    if (found.length >= most) break
  }
  return found
}

function* rowsIn(xml: string, reading: CellReading): Generator<SheetRow, void, undefined> {
  let nth = 0
  for (const row of elementsIn(xml, "row")) {
    const named = Number(attributeOf(row, "r") ?? "")
    nth = Number.isSafeInteger(named) && named > nth && named <= mostSheetRows ? named : nth + 1
    const cells = cellsOf(row, reading)
    if (cells.some((cell) => cell.trim() !== "")) yield { row: nth, cells }
  }
}

const cellsOf = (row: Element, reading: CellReading): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let column = -1
  for (const cell of elementsIn(row.inside, "c")) {
    const reference = attributeOf(cell, "r")
    column = reference === null ? column + 1 : columnOf(reference)
    // Ignore cells far to the right, which would allocate a huge array.
    if (column < 0 || column > reading.columns) column = reading.columns
    const text = cellText(cell, reading)
    if (text === "" && column === reading.columns) continue
    while (cells.length < column) cells.push("")
    cells[column] = text
  }
  return cells
}

const cellText = (cell: Element, { shared, formats, is1904 }: CellReading): string => {
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
      return value === "1" ? "true" : "false"
    case "n":
      return numberText(value, formats[Number(attributeOf(cell, "s") ?? "0")], is1904)
    default:
      return plainText(value)
  }
}
