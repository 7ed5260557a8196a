import { Archive, ArchiveRefused } from "./Archive.ts"
import { hasPassword, isOpenDocument, readOpenDocument } from "./readOpenDocument.ts"
import { readWorkbook, type Sheet, type WorkbookLimits } from "./readWorkbook.ts"
import { decoded, decodedLossy } from "./runtime.ts"
import type { TableFileFault } from "./tableFileFaults.ts"
import type { TextEncoding } from "./textEncodings.ts"

/** The content of a file of rows: text, or a workbook with at least one sheet that is not empty. */
export type TableFile =
  | { readonly kind: "text"; readonly text: string; readonly encoding: TextEncoding }
  | { readonly kind: "workbook"; readonly sheets: ReadonlyArray<Sheet> }
  | {
      readonly kind: "refused"
      readonly fault: TableFileFault
      /** The line, from 1, of the first bytes that are not UTF-8. */
      readonly line?: number
    }

const starts = (bytes: Uint8Array, head: ReadonlyArray<number>): boolean =>
  head.every((byte, nth) => bytes[nth] === byte)

const zip = [0x50, 0x4b]
/** A container of streams: an old Excel workbook, a newer one with a password, or a file of another old Office program. */
const container = [0xd0, 0xcf, 0x11, 0xe0]
const otherPrograms = ["WordDocument", "PowerPoint Document"]

/** Whether a container has a stream of this name. An entry of its directory begins with the name, and has 128 bytes. */
const hasStream = (bytes: Uint8Array, name: string): boolean => {
  const head = [...`${name}\0`].flatMap((character) => [character.charCodeAt(0), 0])
  for (let at = 512; at < bytes.length; at += 128) {
    if (starts(bytes.subarray(at, at + head.length), head)) return true
  }
  return false
}

/** Signatures of other file types: PDF, PNG, JPEG, GIF, RTF, gzip, RAR, 7z, ELF and Windows programs. */
const foreign: ReadonlyArray<ReadonlyArray<number>> = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a, 0x90]
]

/** Reads a file of rows. The content decides its type, not the file name. */
export const readTableFile = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<TableFile> => {
  if (bytes.length === 0) return { kind: "refused", fault: "Empty" }
  if (foreign.some((head) => starts(bytes, head))) return { kind: "refused", fault: "WrongType" }
  if (starts(bytes, container)) return { kind: "refused", fault: containerFault(bytes) }
  return starts(bytes, zip) ? workbookFile(bytes, limits) : textFile(bytes)
}

const containerFault = (bytes: Uint8Array): TableFileFault => {
  if (hasStream(bytes, "EncryptedPackage")) return "Password"
  return otherPrograms.some((name) => hasStream(bytes, name)) ? "WrongType" : "OldExcel"
}

const workbookFile = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<TableFile> => {
  try {
    const archive = new Archive(bytes, limits)
    if (await hasPassword(archive)) return { kind: "refused", fault: "Password" }
    const isExcel = archive.has("xl/workbook.xml")
    // Many other file types are ZIP archives too.
    if (!isExcel && !(await isOpenDocument(archive))) return { kind: "refused", fault: "WrongType" }
    const sheets = await (isExcel ? readWorkbook(bytes, limits) : readOpenDocument(archive, limits))
    return sheets.length === 0 ? { kind: "refused", fault: "Empty" } : { kind: "workbook", sheets }
  } catch (error) {
    if (error instanceof ArchiveRefused) return { kind: "refused", fault: error.fault }
    throw error
  }
}

/** The encodings that a text may have, by its byte order mark. */
const encodingsOf = (bytes: Uint8Array): ReadonlyArray<TextEncoding> => {
  if (starts(bytes, [0xff, 0xfe])) return ["utf-16le"]
  return starts(bytes, [0xfe, 0xff]) ? ["utf-16be"] : ["utf-8", "windows-1252"]
}

const textFile = (bytes: Uint8Array): TableFile => {
  const encodings = encodingsOf(bytes)
  for (const encoding of encodings) {
    const text = encoding === "windows-1252" ? windows1252(bytes) : decoded(bytes, encoding)
    if (text === null) continue
    // Some programs save HTML or XML under a spreadsheet's file name.
    return /^\uFEFF?\s*<(!|\?xml|html|table|workbook)/i.test(text)
      ? { kind: "refused", fault: "WrongType" }
      : { kind: "text", text, encoding }
  }
  return { kind: "refused", fault: "Encoding", ...(encodings.includes("utf-8") ? { line: lineNotUtf8(bytes) } : {}) }
}

/**
 * The text in Windows-1252, in which Excel on Windows saves CSV. Nearly all bytes are valid in it, so null if it has bytes
 * that it leaves undefined, or if the file is more likely damaged UTF-8.
 */
const windows1252 = (bytes: Uint8Array): string | null => {
  const text = decoded(bytes, "windows-1252")
  if (text === null || /[\x80-\x9f]/.test(text)) return null
  const beyondAscii = decodedLossy(bytes).match(/[^\0-\x7f]/gu) ?? []
  const invalid = beyondAscii.filter((character) => character === "\uFFFD").length
  return invalid * 2 > beyondAscii.length ? text : null
}

/** The line of the first bytes that are not valid UTF-8. */
const lineNotUtf8 = (bytes: Uint8Array): number => {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start)
    const stop = end < 0 ? bytes.length : end + 1
    if (decoded(bytes.subarray(start, stop), "utf-8") === null) return line
    start = stop
  }
  return line
}

/** Finds a sheet by name, or the only sheet; otherwise returns the names to choose from. */
export const sheetNamed = (
  sheets: ReadonlyArray<Sheet>,
  name: string | null
):
  | { readonly kind: "sheet"; readonly sheet: Sheet }
  | { readonly kind: "which"; readonly names: ReadonlyArray<string> } => {
  const wanted = name?.trim().toLowerCase()
  const found = wanted === undefined ? sheets : sheets.filter((each) => each.name.trim().toLowerCase() === wanted)
  const [sheet] = found
  return sheet !== undefined && found.length === 1
    ? { kind: "sheet", sheet }
    : { kind: "which", names: sheets.map((each) => each.name) }
}
