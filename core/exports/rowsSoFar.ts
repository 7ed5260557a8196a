import type { ExportFormat } from "./exportFormats.ts"

/** Measured bytes per cell of a lock list; workbooks are compressed. */
const cellBytes: Readonly<Record<ExportFormat, number>> = { xlsx: 6, csv: 11 }

/**
 * Estimates the rows in the first `bytes` of a file, which has no row count until it is complete. Rows of a list are
 * similar, so the estimate is within 10 or 20 percent, and it never exceeds the total.
 */
export const rowsSoFar = (
  bytes: number,
  file: { readonly rows: number; readonly columns: number; readonly format: ExportFormat }
): number => Math.min(file.rows, Math.floor(bytes / (cellBytes[file.format] * Math.max(1, file.columns))))
