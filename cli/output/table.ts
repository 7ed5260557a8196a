import { oneLine } from "./ansi.ts"
import { displayWidth, padded, shortened } from "./displayWidth.ts"

/** A column of a table, or a line of a record: its heading and its text. */
export interface Column<Row> {
  readonly heading: string
  readonly text: (row: Row) => string
  /** The value without formatting, for files. */
  readonly raw?: (row: Row) => string
  /**
   * How the column behaves if the terminal is too narrow: `first` is shortened before the others, `never` is not shortened,
   * because a part could be mistaken for the whole (a code, a number, a state).
   */
  readonly shrinks?: "first" | "never"
}

/** The text of an empty value, as on screen. */
const none = "--"

/** A cell, or the value of a record's line. */
export const cellText = <Row>(column: Column<Row>, row: Row): string => {
  const text = oneLine(column.text(row))
  return text.trim() === "" ? none : text
}

/** A table as text, and the headings of the columns that did not fit. */
export interface TableText {
  readonly text: string
  readonly leftOut: ReadonlyArray<string>
}

/** The minimum width of a shortened cell: a date, or enough of a name to recognize it. */
const shortest = 11
const gap = 2

/** A table no wider than `columns`; null for its natural width. */
export const tableText = (
  rows: ReadonlyArray<object>,
  columns: ReadonlyArray<Column<never>>,
  available: number | null
): TableText => {
  if (rows.length === 0) return { text: "", leftOut: [] }
  const shrinks = columns.map((column) => column.shrinks)
  const lines = [
    columns.map((column) => column.heading.toUpperCase()),
    ...rows.map((row) => columns.map((column) => cellText(column, row as never)))
  ]
  const natural = columns.map((_, index) =>
    lines.reduce((most, line) => Math.max(most, displayWidth(line[index] ?? "")), 0)
  )
  const widths = available === null ? natural : fitted(natural, shrinks, available)
  const shown = columns.flatMap((_, index) => (widths[index] === null ? [] : [index]))
  return {
    text: lines
      .map((line) => {
        const cells = shown.map((index) => {
          const width = widths[index] ?? 0
          return padded(shortened(line[index] ?? "", width), width)
        })
        return `${cells.join(" ".repeat(gap)).trimEnd()}\n`
      })
      .join(""),
    leftOut: columns.flatMap(({ heading }, index) => (widths[index] === null ? [heading] : []))
  }
}

type Shrinks = Column<never>["shrinks"]

/** The order in which columns are shortened and, if that is not enough, left out. */
const order: ReadonlyArray<Shrinks> = ["first", undefined, "never"]

/** Column widths that fit; null for a column that does not fit. The first always stays. */
const fitted = (
  natural: ReadonlyArray<number>,
  shrinks: ReadonlyArray<Shrinks>,
  available: number
): ReadonlyArray<number | null> => {
  const leaving = order.flatMap((group) =>
    natural.flatMap((_, index) => (index > 0 && shrinks[index] === group ? [index] : [])).toReversed()
  )
  const gone = new Set<number>()
  for (const next of [...leaving, null]) {
    const widths = shortenedWidths(natural, shrinks, gone, available)
    if (total(widths) <= available || next === null) return widths
    gone.add(next)
  }
  return natural
}

const total = (widths: ReadonlyArray<number | null>): number => {
  const shown = widths.filter((width) => width !== null)
  return shown.reduce((sum, width) => sum + width, gap * (shown.length - 1))
}

/** Shortens the widest columns of each group in turn. */
const shortenedWidths = (
  natural: ReadonlyArray<number>,
  shrinks: ReadonlyArray<Shrinks>,
  gone: ReadonlySet<number>,
  available: number
): ReadonlyArray<number | null> => {
  const widths = natural.map((width, index) => (gone.has(index) ? null : width))
  for (const group of ["first", undefined] as const) {
    let excess = total(widths) - available
    while (excess > 0) {
      const sizes = widths.map((width, index) => (shrinks[index] === group ? (width ?? 0) : 0))
      const widest = Math.max(...sizes)
      if (widest <= shortest) break
      widths[sizes.indexOf(widest)] = widest - 1
      excess -= 1
    }
  }
  return widths
}
