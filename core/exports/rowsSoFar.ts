import type { ExportFormat } from "./exportFormats.ts"

/** Bytes that a cell of a list of locks takes in a file, as measured: workbooks are compressed. */
const cellBytes: Readonly<Record<ExportFormat, number>> = { xlsx: 6, csv: 11 }

/**
 * About how many rows of a file are in its first `bytes`. A file says nothing of its rows before it is whole; those of a list
 * are much alike, so this is off by a tenth or two, and never beyond the end.
 */
export const rowsSoFar = (
  bytes: number,
  file: { readonly rows: number; readonly columns: number; readonly format: ExportFormat }
): number => Math.min(file.rows, Math.floor(bytes / (cellBytes[file.format] * Math.max(1, file.columns))))
