import ExcelJS from "exceljs"

/** A workbook's sheet names, and the rows of its first sheet as cell values. */
export interface ReadSheet {
  readonly sheets: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
  /** The Excel number format of each column's cells. */
  readonly formats: ReadonlyArray<string | undefined>
}

/** Reads a workbook with ExcelJS, not with the code that wrote it. */
export const readSheet = async (bytes: Uint8Array): Promise<ReadSheet> => {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as never)
  const [sheet] = workbook.worksheets
  const rows: Array<ReadonlyArray<unknown>> = []
  sheet?.eachRow({ includeEmpty: true }, (row) => {
    rows.push((row.values as ReadonlyArray<unknown>).slice(1))
  })
  const formats = (sheet?.getRow(2).values as ReadonlyArray<unknown> | undefined)
    ?.slice(1)
    .map((_, at) => sheet?.getRow(2).getCell(at + 1).numFmt)
  return { sheets: workbook.worksheets.map(({ name }) => name), rows, formats: formats ?? [] }
}
