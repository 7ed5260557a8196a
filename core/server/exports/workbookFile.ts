import { Writable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import ExcelJS from "exceljs"
import type { SheetKind } from "#core/exports/sheetColumns.ts"
import type { SheetFile, SheetHead } from "./sheetMessages.ts"
import { sheetValue } from "./sheetValue.ts"

/** Text format keeps a cell text when someone edits it: a serial code keeps its zeros, `=1+1` is not a formula. */
const formats: Readonly<Record<SheetKind, string>> = {
  text: "@",
  choice: "@",
  combination: "@",
  number: "General",
  date: "mm.dd.yyyy - h:mm AM/PM"
}

/** An Excel workbook with one sheet, written row by row. */
export const workbookFile = ({ sheet: name, columns }: SheetHead): SheetFile => {
  let ready: Array<Uint8Array> = []
  const sink = new Writable({
    write: (chunk: Uint8Array, _, done) => {
      ready.push(chunk)
      done()
    }
  })
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: false })
  const sheet = workbook.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] })
  // The writer identifies styles by object: one per cell would be compared and stored a million times.
  const styles = columns.map(({ kind }) => ({ numFmt: formats[kind] }))
  const ofRow = { style: {} }
  sheet.columns = columns.map(({ title, width }, at) => ({ header: title, width, style: styles[at] ?? {} }))
  sheet.getRow(1).commit()
  const take = (): ReadonlyArray<Uint8Array> => {
    const taken = ready
    ready = []
    return taken
  }
  return {
    add: async (rows) => {
      for (const row of rows) {
        const added = Object.assign(sheet.addRow(columns.map((column) => sheetValue(column, row))), ofRow)
        for (const [at, style] of styles.entries()) added.getCell(at + 1).style = style
        added.commit()
      }
      // Gives the compressor time to run.
      await setImmediate()
      return take()
    },
    end: async () => {
      sheet.commit()
      await workbook.commit()
      return take()
    }
  }
}
