/** What stands in a cell before it is written. */
export type SheetValue = string | number | boolean | null

/**
 * How the values of a column are written: `text` stays text, with its leading zeros, whatever it begins with; `date` is an
 * instant, in ISO 8601 or epoch milliseconds; `choice` is one of some names; `combination` is `****` where it is null.
 */
export type SheetKind = "text" | "number" | "choice" | "date" | "combination"

/** A column of a file: its title, how its values are written, how wide it is in characters, and where in a row it stands. */
export interface SheetColumn {
  readonly title: string
  readonly kind: SheetKind
  readonly width: number
  /** The name of the value in a row, or its place in one that is a list. */
  readonly field: string | number
  /** What stands for each value, and under "" for any other: the thread that writes knows no tables of ours. */
  readonly names?: Readonly<Record<string, string>>
}

/** What a masked combination shows as (001 §6). */
export const maskedCombination = "****"
