import { shipmentHeaders } from "#core/registry/shipmentColumns.ts"

/** How headings of files are compared: letters and digits alone, small. */
export const normalHeading = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "")
const secret = new Set(
  ["combo", "lock combination", "lock code", "pin", ...shipmentHeaders.unlockCode].map(normalHeading)
)

/** Columns that hold combinations: a job never keeps them. */
export const isSecretColumn = (name: string): boolean => secret.has(normalHeading(name))

/** Columns that come with refused rows, and are left out when those are fed back. */
export const problemColumns = ["error", "fix"] as const

export const isProblemColumn = (name: string): boolean =>
  problemColumns.some((each) => each === name.trim().toLowerCase())

/** Which of the columns a job keeps, from 0. */
export const keptColumns = (columns: ReadonlyArray<string>): ReadonlyArray<number> =>
  columns.flatMap((name, at) => (isSecretColumn(name) || isProblemColumn(name) ? [] : [at]))
