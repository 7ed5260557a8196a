import { Archive, ArchiveRefused } from "./Archive.ts"
import { numberText } from "./cellFormats.ts"
import {
  mostRows,
  mostSheetRows,
  partOf,
  rowsUpTo,
  type Sheet,
  type SheetRow,
  type WorkbookLimits
} from "./readWorkbook.ts"
import { attributeOf, type Element, elementIn, elementsIn, plainText } from "./sheetXml.ts"

/** The entry that names the archive's type. */
const kindPart = "mimetype"

const spreadsheet = /^application\/vnd\.oasis\.opendocument\.spreadsheet(-template)?\s*$/

/** Whether an archive is an OpenDocument spreadsheet, as saved by LibreOffice. */
export const isOpenDocument = async (archive: Archive): Promise<boolean> =>
  archive.has("content.xml") && spreadsheet.test((await archive.text(kindPart)) ?? "")

/** Whether an OpenDocument file is encrypted: entry by entry or, by newer versions of LibreOffice, as a whole. */
export const hasPassword = async (archive: Archive): Promise<boolean> =>
  /<manifest:encryption-data\b/.test((await archive.text("META-INF/manifest.xml")) ?? "")

/** How often a cell or row repeats. A missing or invalid number counts as 1. */
const timesOf = (element: Element, attribute: string): number => {
  const times = Number(attributeOf(element, attribute) ?? "1")
  return Number.isSafeInteger(times) && times > 0 ? times : 1
}

/** The style names of hidden sheets. */
const hiddenStyles = (xml: string): ReadonlySet<string> => {
  const styles = elementIn(xml, "automatic-styles")?.inside ?? ""
  const hidden = [...elementsIn(styles, "style")].filter(({ inside }) => {
    const properties = elementIn(inside, "table-properties")
    return properties !== null && attributeOf(properties, "display") === "false"
  })
  return new Set(hidden.map((style) => attributeOf(style, "name") ?? ""))
}

const spaces = (head: string): string => " ".repeat(Math.min(timesOf({ head, inside: "" }, "c"), 100))

/** The text a cell shows, one paragraph per line, without the cell's note. */
const shownText = (inside: string): string => {
  // A note comes first in its cell.
  const own = inside.slice(Math.max(0, inside.lastIndexOf("</office:annotation>")))
  return [...elementsIn(own, "p")]
    .map((paragraph) =>
      plainText(
        paragraph.inside
          .replace(/<text:s(\s[^<>]*)?\/>/g, (_, head: string | undefined) => spaces(head ?? ""))
          .replace(/<text:tab[^<>]*>/g, "\t")
          .replace(/<text:line-break[^<>]*>/g, "\n")
          .replace(/<[^<>]*>/g, "")
      )
    )
    .join("\n")
}

/** A number as a person would type it, with the leading zeros the cell shows: serial codes have them. */
const numberShown = (value: string, inside: string): string => {
  const text = numberText(value, undefined, false)
  const digits = shownText(inside).replace(/[ -]/g, "")
  return digits.length > text.length && /^0\d+$/.test(digits) && Number(digits) === Number(text) ? digits : text
}

const timeText = (duration: string): string => {
  const [, hours = "", minutes = "", seconds = ""] = /^PT(\d+)H(\d+)M(\d+)/.exec(duration) ?? []
  return hours === "" ? duration : [hours, minutes, seconds].map((part) => part.padStart(2, "0")).join(":")
}

const cellText = (cell: Element): string => {
  const value = (name: string): string => attributeOf(cell, name) ?? ""
  switch (attributeOf(cell, "value-type")) {
    case "float":
    case "percentage":
    case "currency":
      return numberShown(value("value"), cell.inside)
    case "date":
      return value("date-value").replace(/T00:00:00(\.0+)?$|\.\d+$/, "")
    case "time":
      return timeText(value("time-value"))
    case "boolean":
      return value("boolean-value")
    default:
      return attributeOf(cell, "string-value") ?? shownText(cell.inside)
  }
}

/** The cells of a row, up to one more column than the limit; repetitions beyond that are the empty rest of the row. */
const cellsOf = (row: Element, columns: number): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let column = 0
  for (const cell of elementsIn(row.inside, "(?:covered-)?table-cell")) {
    const times = timesOf(cell, "number-columns-repeated")
    const text = column > columns ? "" : cellText(cell)
    if (text !== "") {
      while (cells.length < column) cells.push("")
      for (let nth = column; nth < Math.min(column + times, columns + 1); nth++) cells[nth] = text
    }
    column += times
  }
  return cells
}

/** A run of equal rows: the first one, and the count. */
interface Run extends SheetRow {
  readonly times: number
}

function* runsIn(xml: string, columns: number): Generator<Run, void, undefined> {
  let nth = 0
  for (const row of elementsIn(xml, "table-row")) {
    const times = timesOf(row, "number-rows-repeated")
    const cells = cellsOf(row, columns)
    if (cells.some((cell) => cell.trim() !== "")) yield { row: nth + 1, times, cells }
    nth += times
    if (nth >= mostSheetRows) return
  }
}

function* rowsOf(runs: ReadonlyArray<Run>): Generator<SheetRow, void, undefined> {
  for (const { row, times, cells } of runs) {
    for (let nth = 0; nth < times && row + nth <= mostSheetRows; nth++) yield { row: row + nth, cells }
  }
}

/** The number of characters after repeated rows are expanded. */
const sizeOf = (runs: ReadonlyArray<Run>, most: number): number =>
  runs.reduce(
    (sum, { times, cells }) =>
      sum + Math.min(times, most) * cells.reduce((length, cell) => length + cell.length + 1, 0),
    0
  )

/**
 * The sheets of an OpenDocument spreadsheet, like those `readWorkbook` returns for Excel: visible ones that are not
 * empty, or hidden ones if all others are empty. Formulas give their saved results; nothing is computed. Repeated rows
 * and cells count each time. Throws `ArchiveRefused`.
 */
export const readOpenDocument = async (archive: Archive, limits: WorkbookLimits): Promise<ReadonlyArray<Sheet>> => {
  const xml = await partOf(archive, "content.xml")
  const body = xml === null ? null : elementIn(xml, "spreadsheet")
  if (xml === null || body === null) throw new ArchiveRefused("BrokenWorkbook")
  const hidden = hiddenStyles(xml)
  const most = mostRows(limits)
  let left = limits.unpackedBytes
  const found = [...elementsIn(body.inside, "table")].flatMap((table) => {
    const runs = [...runsIn(table.inside, limits.columns)]
    left -= sizeOf(runs, most)
    if (left < 0) throw new ArchiveRefused("Unpacks")
    const sheet = { name: attributeOf(table, "name") ?? "", rows: () => rowsUpTo(rowsOf(runs), most) }
    return runs.length === 0 ? [] : [{ sheet, isHidden: hidden.has(attributeOf(table, "style-name") ?? "") }]
  })
  const shown = found.filter(({ isHidden }) => !isHidden)
  return (shown.length === 0 ? found : shown).map(({ sheet }) => sheet)
}
