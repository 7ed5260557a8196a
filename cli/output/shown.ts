import { exitCodes } from "#cli/exitCodes.ts"
import { oneLine } from "./ansi.ts"
import { type Format, type Terminal } from "./Terminal.ts"

/** One column of a table, or one line of a record: its heading and what stands there. */
export interface Column<Row> {
  readonly heading: string
  readonly text: (row: Row) => string
}

/** What a command answers with. JSON shows the rows as they are; a table shows the columns. */
export type Shown =
  | {
      readonly kind: "list"
      readonly rows: ReadonlyArray<object>
      /** How many there are, also those that are not shown. */
      readonly total: number
      readonly columns: ReadonlyArray<Column<never>>
      /** What there is none of, when there is none. */
      readonly noun: string
      /** How many were asked for, where nobody counts how many there are: as many may not be all. */
      readonly asked?: number
    }
  | { readonly kind: "record"; readonly record: object; readonly columns: ReadonlyArray<Column<never>> }

/** A list, its columns checked against its rows. */
export const shownList = <Row extends object>(
  noun: string,
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  total: number = rows.length
): Shown => ({ kind: "list", noun, rows, total, columns })

/** The newest of a list that nobody counts, as many as were asked for. */
export const shownNewest = <Row extends object>(
  noun: string,
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  asked: number
): Shown => ({ kind: "list", noun, rows, total: rows.length, columns, asked })

/** One thing, its columns checked against it. */
export const shownRecord = <Row extends object>(record: Row, columns: ReadonlyArray<Column<Row>>): Shown => ({
  kind: "record",
  record,
  columns
})

/** Writes an answer in the format asked for, and says on stderr what a list left out. */
export const show = async (terminal: Terminal, shown: Shown): Promise<typeof exitCodes.done> => {
  await terminal.data(textOf(terminal.manner.format, shown))
  if (shown.kind === "list" && shown.rows.length < shown.total) {
    terminal.talk(`${shown.rows.length} of ${shown.total}`)
  } else if (shown.kind === "list" && shown.rows.length === shown.asked) {
    terminal.talk(`The newest ${shown.asked}; --count tells more.`)
  } else if (shown.kind === "list" && shown.rows.length === 0) {
    terminal.talk(`No ${shown.noun}.`)
  }
  return exitCodes.done
}

/** The answer as text. */
export const textOf = (format: Format, shown: Shown): string => {
  const rows = shown.kind === "list" ? shown.rows : [shown.record]
  switch (format.kind) {
    case "json": {
      const chosen = rows.map((row) => choose(row, format.fields))
      return `${JSON.stringify(shown.kind === "list" ? chosen : chosen[0], null, 2)}\n`
    }
    case "ndjson":
      return rows.map((row) => `${JSON.stringify(choose(row, format.fields))}\n`).join("")
    case "table":
      return shown.kind === "list" ? tableText(rows, shown.columns) : recordText(shown.record, shown.columns)
  }
}

/** The fields asked for, in the order asked. */
export const choose = (row: object, fields: ReadonlyArray<string> | null): object => {
  if (fields === null) return row
  const facts = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(fields.map((field) => [field, facts[field] ?? null]))
}

const tableText = (rows: ReadonlyArray<object>, columns: ReadonlyArray<Column<never>>): string => {
  if (rows.length === 0) return ""
  const lines = [
    columns.map((column) => column.heading.toUpperCase()),
    ...rows.map((row) => columns.map((column) => oneLine(column.text(row as never))))
  ]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => width(line[index] ?? ""))))
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, index) => pad(cell, widths[index] ?? 0))
          .join("  ")
          .trimEnd()}\n`
    )
    .join("")
}

const recordText = (record: object, columns: ReadonlyArray<Column<never>>): string => {
  const widest = Math.max(...columns.map((column) => width(column.heading)))
  return columns
    .map((column) => `${pad(column.heading, widest)}  ${oneLine(column.text(record as never))}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("")
}

const width = (text: string): number => [...text].length
const pad = (text: string, to: number): string => text + " ".repeat(Math.max(0, to - width(text)))
