/** What stands in a cell before it is written. */
export type SheetValue = string | number | boolean | null

/**
 * How the values of a column are written: `text` stays text, with its leading zeros, whatever it begins with; `date` is an
 * instant, in ISO 8601 or epoch milliseconds; `color` is a lock's colour by number; `combination` is `****` where it is null.
 */
export type SheetKind = "text" | "number" | "choice" | "date" | "color" | "combination"

/** A column of a file: its title, how its values are written, how wide it is in characters, and where in a row it stands. */
export interface SheetColumn {
  readonly title: string
  readonly kind: SheetKind
  readonly width: number
  /** The name of the value in a row, or its place in one that is a list. */
  readonly field: string | number
}

/** What a masked combination shows as (001 §6). */
export const maskedCombination = "****"
