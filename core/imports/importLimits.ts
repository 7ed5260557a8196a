/** Limits of an import (001 §5, §9: a file is under 2 MB; the other limits are ours). */
export const importLimits = {
  /** A file of exactly this size is refused. */
  fileBytes: 2_097_152,
  rows: 20_000,
  columns: 100,
  /** The length of a header, and of a cell. */
  header: 200,
  cell: 2_000,
  /** Limits of a workbook: archive entries, their unpacked bytes, and the compression ratio. */
  entries: 1_000,
  unpackedBytes: 48 * 1024 * 1024,
  ratio: 100,
  /** Up to this size the ratio is ignored: a few similar rows are not a zip bomb. */
  anyRatioBytes: 1024 * 1024
} as const

/** The maximum number of facilities read from an FMS. */
export const mostListed = 5_000

/** Accepted file extensions (001 §5), including text files of spreadsheets; the actual type is detected from the content. */
export const importFileTypes = [".csv", ".xlsx", ".ods", ".xls", ".txt", ".tsv"] as const
