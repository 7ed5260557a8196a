/** The baseline of the export benchmark: exceljs' streaming writer writing the same rows alone. Prints `{ millis }`. */
import { Writable } from "node:stream"
import ExcelJS from "exceljs"
import { lockColumnIds } from "#core/exports/lockColumns.ts"

const size = Number(process.argv[2] ?? 100_000)
const instant = new Date("2026-01-01T00:00:00Z")
const cells = (nth: number) => [
  "gray",
  String((nth * 60_000_049) % 100_000_000).padStart(8, "0"),
  `${String.fromCharCode(65 + (nth % 26))}-${Math.floor(nth / 26) % 4000}`,
  "****",
  "Assigned Overlock",
  null,
  new Date(instant.getTime() + nth),
  `Facility ${(nth % 400) + 1}`
]

const began = performance.now()
const stream = new Writable({ write: (_chunk, _encoding, done) => done() })
const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false })
const sheet = workbook.addWorksheet("Locks")
sheet.columns = lockColumnIds.map((header) => ({
  header,
  width: 14,
  style: { numFmt: header === "updatedOn" ? "mm.dd.yyyy - h:mm AM/PM" : "@" }
}))
for (let nth = 0; nth < size; nth++) sheet.addRow(cells(nth)).commit()
sheet.commit()
await workbook.commit()
process.stdout.write(`${JSON.stringify({ millis: performance.now() - began })}\n`)
