import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { displayWidth, padded } from "./displayWidth.ts"
import { cellText, type Column, tableText } from "./table.ts"
import { type Format, type Terminal } from "./Terminal.ts"

/** The result of a command. JSON prints the rows as they are, a table prints the columns. */
export type Shown =
  | {
      readonly kind: "list"
      readonly rows: ReadonlyArray<object>
      readonly columns: ReadonlyArray<Column<never>>
      /** Printed after the rows: what the list leaves out, or that it is empty; null for nothing. */
      readonly remark: string | null
    }
  | { readonly kind: "record"; readonly record: object; readonly columns: ReadonlyArray<Column<never>> }

/** A result to show, immediately or after its names are loaded. */
export type LaterShown = Shown | Effect.Effect<Shown, unknown, ApiClient>

export const shownAtLast = (shown: LaterShown): Effect.Effect<Shown, unknown, ApiClient> =>
  "kind" in shown ? Effect.succeed(shown) : shown

/** A complete list; checks its columns against its rows. */
export const shownList = <Row extends object>(
  noun: string,
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  remark: string | null = rows.length === 0 ? `No ${noun}.` : null
): Shown => ({ kind: "list", rows, columns, remark })

/** A single thing; checks its columns against it. */
export const shownRecord = <Row extends object>(record: Row, columns: ReadonlyArray<Column<Row>>): Shown => ({
  kind: "record",
  record,
  columns
})

/** A heading, and the field with the number under it. */
type Count<Row> = readonly [heading: string, field: keyof Row]

/**
 * What a file or a selection came to: facts, then counts. A person at a terminal reads only the counts that are not zero; a pipe
 * gets all of them.
 */
export const shownCounts = <Row extends object>(
  { columns }: Terminal,
  record: Row,
  facts: ReadonlyArray<Column<Row>>,
  counts: ReadonlyArray<Count<Row>>
): Shown => {
  const shown = columns === null ? counts : counts.filter(([, field]) => record[field] !== 0)
  return shownRecord(record, [
    ...facts,
    ...shown.map(([heading, field]): Column<Row> => ({ heading, text: (row) => String(row[field]) }))
  ])
}

/** Writes a result in the requested format, and says on stderr what it left out. */
export const show = (terminal: Terminal, shown: Shown): Effect.Effect<typeof exitCodes.done> =>
  Effect.promise(async () => {
    if (shown.kind === "list" && terminal.outputOptions.format.kind === "table") {
      const { text, leftOut } = tableText(shown.rows, shown.columns, terminal.columns)
      await terminal.data(text)
      if (leftOut.length > 0) {
        terminal.talk(`There is no room for ${leftOut.join(", ")}. Make the window wider, or use --json.`)
      }
    } else {
      await terminal.data(textOf(terminal.outputOptions.format, shown))
    }
    if (shown.kind === "list" && shown.remark !== null) terminal.talk(shown.remark)
    return exitCodes.done
  })

/** The result as text, without limiting its width. */
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
      return shown.kind === "list" ? tableText(rows, shown.columns, null).text : recordText(shown.record, shown.columns)
  }
}

/** The requested fields, in the requested order. */
export const choose = (row: object, fields: ReadonlyArray<string> | null): object => {
  if (fields === null) return row
  const facts = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(fields.map((field) => [field, facts[field] ?? null]))
}

const recordText = (record: object, columns: ReadonlyArray<Column<never>>): string => {
  const widest = Math.max(...columns.map((column) => displayWidth(column.heading)))
  return columns
    .map((column) => `${padded(column.heading, widest)}  ${cellText(column, record as never)}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("")
}
