import { shipmentHeaders } from "#core/registry/shipmentColumns.ts"

/** Normalizes a heading for comparison: letters and digits only, in lower case. */
export const normalHeading = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "")
const secret = new Set(
  ["combo", "lock combination", "lock code", "pin", ...shipmentHeaders.unlockCode].map(normalHeading)
)

/** Columns with combinations, which a job never stores. */
export const isSecretColumn = (name: string): boolean => secret.has(normalHeading(name))

/** Columns added to refused rows, and dropped when the fixed file is imported again. */
export const problemColumns = ["error", "fix"] as const

export const isProblemColumn = (name: string): boolean =>
  problemColumns.some((each) => each === name.trim().toLowerCase())

/** The indices of the columns a job stores. */
export const keptColumns = (columns: ReadonlyArray<string>): ReadonlyArray<number> =>
  columns.flatMap((name, at) => (isSecretColumn(name) || isProblemColumn(name) ? [] : [at]))
