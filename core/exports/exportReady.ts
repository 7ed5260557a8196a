import { countOf } from "#core/base/countOf.ts"
import { noticedRows } from "./exportLimits.ts"

/** The server's notice about a large export; null for one that users wait for. */
export const exportReady = (name: string, rows: number): string | null =>
  rows < noticedRows ? null : `The export ${name} is ready: ${countOf(rows, "row")}.`
