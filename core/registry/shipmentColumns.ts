import type { ShipmentIssue } from "./Shipment.ts"

/** The two columns that a shipment file needs. */
export type ShipmentColumn = Exclude<ShipmentIssue["column"], "batchID">

/** Accepted headers per column, ignoring case, spaces and punctuation. The first one is used in messages. */
export const shipmentHeaders: Readonly<Record<ShipmentColumn, ReadonlyArray<string>>> = {
  serialCode: [
    "serialCode",
    "Serial Code",
    "serial",
    "Serial Number",
    "Serial No",
    "Lock Serial",
    "Lock Serial Number"
  ],
  unlockCode: ["unlockCode", "Combination", "code", "unlock_code"]
}

/** The column indices, or which columns are missing or duplicated. */
export type ShipmentColumns =
  | { readonly kind: "found"; readonly at: Readonly<Record<ShipmentColumn, number>> }
  | { readonly kind: "missing"; readonly columns: ReadonlyArray<ShipmentColumn> }
  | { readonly kind: "doubled"; readonly columns: ReadonlyArray<ShipmentColumn> }

const normal = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Finds the columns of a shipment in its file's header. */
export const shipmentColumns = (header: ReadonlyArray<string>): ShipmentColumns => {
  const serialCode = placesOf(header, "serialCode")
  const unlockCode = placesOf(header, "unlockCode")
  const [serialAt] = serialCode
  const [codeAt] = unlockCode
  const places = [
    ["serialCode", serialCode],
    ["unlockCode", unlockCode]
  ] as const
  if (serialAt === undefined || codeAt === undefined) {
    return { kind: "missing", columns: places.filter(([, at]) => at.length === 0).map(([column]) => column) }
  }
  const doubled = places.filter(([, at]) => at.length > 1).map(([column]) => column)
  return doubled.length > 0
    ? { kind: "doubled", columns: doubled }
    : { kind: "found", at: { serialCode: serialAt, unlockCode: codeAt } }
}

const batchHeaders = new Set(["batchid", "batch", "box"])

/** The index of the batch column, or null: it is optional. */
export const batchColumn = (header: ReadonlyArray<string>): number | null => {
  const at = header.findIndex((name) => batchHeaders.has(normal(name)))
  return at < 0 ? null : at
}

/** The number of cells that name a column of a shipment. Distinguishes the header from titles above it. */
export const shipmentHeadingScore = (cells: ReadonlyArray<string>): number => {
  const names = new Set(Object.values(shipmentHeaders).flat().map(normal))
  return cells.filter((cell) => names.has(normal(cell)) || batchHeaders.has(normal(cell))).length
}

const placesOf = (header: ReadonlyArray<string>, column: ShipmentColumn): ReadonlyArray<number> => {
  const names = new Set(shipmentHeaders[column].map(normal))
  return header.flatMap((name, index) => (names.has(normal(name)) ? [index] : []))
}
