import type { ExportFormat } from "#core/exports/exportFormats.ts"
import type { SheetColumn } from "#core/exports/sheetColumns.ts"

/** What a file begins with. */
export interface SheetHead {
  readonly format: ExportFormat
  readonly sheet: string
  readonly columns: ReadonlyArray<SheetColumn>
}

/** To the thread: rows as the text of a JSON array, or that there are no more. */
export type ToSheet = { readonly rows: string } | { readonly end: true }

/** From the thread, one for each of these: what of the file is ready by now. */
export interface FromSheet {
  readonly bytes: ReadonlyArray<Uint8Array>
}

/** A row as the thread reads it: values by name, or by place. */
export type SheetRow = Readonly<Record<string | number, unknown>>

/** Writes a file a piece at a time; each call gives what is ready by then. */
export interface SheetFile {
  readonly add: (rows: ReadonlyArray<SheetRow>) => Promise<ReadonlyArray<Uint8Array>>
  readonly end: () => Promise<ReadonlyArray<Uint8Array>>
}
