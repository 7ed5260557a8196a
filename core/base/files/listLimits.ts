import type { WorkbookLimits } from "./readWorkbook.ts"

/** Limits for reading a workbook of locks. The caller limits the number of locks. */
export const listLimits: WorkbookLimits = {
  rows: 1_048_576,
  columns: 200,
  entries: 1_000,
  unpackedBytes: 256 * 1024 * 1024,
  ratio: 100,
  anyRatioBytes: 1024 * 1024
}
