import type { ExportFormat } from "#core/exports/exportFormats.ts"
import type { SheetColumn } from "#core/exports/sheetColumns.ts"

/** The header of a file. */
export interface SheetHead {
  readonly format: ExportFormat
  readonly sheet: string
  readonly columns: ReadonlyArray<SheetColumn>
}

/** To the thread: rows as a JSON array, or the end. */
export type ToSheet = { readonly rows: string } | { readonly end: true }

/** From the thread, one reply per message: the bytes that are ready. */
export interface FromSheet {
  readonly bytes: ReadonlyArray<Uint8Array>
}

/** A row in the thread: values by name or by index. */
export type SheetRow = Readonly<Record<string | number, unknown>>

/** Writes a file in parts; each call returns the bytes that are ready. */
export interface SheetFile {
  readonly add: (rows: ReadonlyArray<SheetRow>) => Promise<ReadonlyArray<Uint8Array>>
  readonly end: () => Promise<ReadonlyArray<Uint8Array>>
}
