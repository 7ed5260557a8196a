import { Writable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import ExcelJS from "exceljs"
import type { SheetKind } from "#core/exports/sheetColumns.ts"
import type { SheetFile, SheetHead } from "./sheetMessages.ts"
import { sheetValue } from "./sheetValue.ts"

/** The format of text says that a cell stays text also when somebody edits it: a serial code keeps its zeros, `=1+1` is no formula. */
const formats: Readonly<Record<SheetKind, string>> = {
  text: "@",
  choice: "@",
  combination: "@",
  number: "General",
  date: "mm.dd.yyyy - h:mm AM/PM"
}

/** An Excel workbook of one sheet, written as its rows come. */
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
  sheet.columns = columns.map(({ title, kind, width }) => ({
    header: title,
    width,
    style: { numFmt: formats[kind] }
  }))
  sheet.getRow(1).commit()
  const take = (): ReadonlyArray<Uint8Array> => {
    const taken = ready
    ready = []
    return taken
  }
  return {
    add: async (rows) => {
      for (const row of rows) sheet.addRow(columns.map((column) => sheetValue(column, row))).commit()
      // What was written is compressed in the turns in between.
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
