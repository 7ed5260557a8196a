import type { WorkbookLimits } from "./readWorkbook.ts"

/** What is read of a workbook of locks at most. How many locks may be in it, whoever takes them says. */
export const listLimits: WorkbookLimits = {
  rows: 1_048_576,
  columns: 200,
  entries: 1_000,
  unpackedBytes: 256 * 1024 * 1024,
  ratio: 100,
  anyRatioBytes: 1024 * 1024
}
