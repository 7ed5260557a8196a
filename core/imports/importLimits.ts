/** What an import takes at most (001 §5, §9: a file is under 2 MB; the other figures are ours). */
export const importLimits = {
  /** A file of exactly so many bytes is refused. */
  fileBytes: 2_097_152,
  rows: 20_000,
  columns: 100,
  /** Characters of a header, and of a cell. */
  header: 200,
  cell: 2_000,
  /** A workbook: entries in its archive, bytes they unpack to, and how many times more those are than what was sent. */
  entries: 1_000,
  unpackedBytes: 48 * 1024 * 1024,
  ratio: 100,
  /** So much is unpacked whatever the ratio: a few rows that are alike are no bomb. */
  anyRatioBytes: 1024 * 1024
} as const

/** Facilities that are asked of an FMS at most. */
export const mostListed = 5_000

/** Name endings of files that are taken (001 §5), those of a spreadsheet's text files too; what a file is, its content says. */
export const importFileTypes = [".csv", ".xlsx", ".ods", ".xls", ".txt", ".tsv"] as const
