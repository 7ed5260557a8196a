/** The value of a cell before it is formatted. */
export type SheetValue = string | number | boolean | null

/**
 * How a column is formatted: `text` stays text, with leading zeros, whatever its first character; `date` is an instant,
 * in ISO 8601 or epoch milliseconds; `choice` is one of a set of names; `combination` is `****` if it is null.
 */
export type SheetKind = "text" | "number" | "choice" | "date" | "combination"

/** A column of a file: its title, format, width in characters, and the field of a row. */
export interface SheetColumn {
  readonly title: string
  readonly kind: SheetKind
  readonly width: number
  /** The name of the field, or its index in rows that are arrays. */
  readonly field: string | number
  /** The text of each value, with "" for all others: the writing thread can't load our tables. */
  readonly names?: Readonly<Record<string, string>>
}

/** The text of a masked combination (001 §6). */
export const maskedCombination = "****"
