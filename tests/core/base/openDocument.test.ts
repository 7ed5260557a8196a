import { describe, expect, it } from "vitest"
import { listLimits } from "#core/base/files/listLimits.ts"
import { readTableFile, sheetNamed } from "#core/base/files/tableFile.ts"
import { storedZip } from "../../support/storedZip.ts"

const kind = "application/vnd.oasis.opendocument.spreadsheet"
const documentOf = (tables: string, styles = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content office:version="1.3"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet><table:calculation-settings/>${tables}<table:named-expressions/></office:spreadsheet></office:body></office:document-content>`
const table = (rows: string, name = "Sheet1", style = "ta1"): string =>
  `<table:table table:name="${name}" table:style-name="${style}"><table:table-column table:number-columns-repeated="3"/>${rows}</table:table>`
const row = (cells: string, times = ""): string =>
  `<table:table-row table:style-name="ro1"${times}>${cells}</table:table-row>`
const text = (shown: string): string =>
  `<table:table-cell office:value-type="string" calcext:value-type="string"><text:p>${shown}</text:p></table:table-cell>`
const typed = (type: string, facts: string, shown: string): string =>
  `<table:table-cell table:style-name="ce1" office:value-type="${type}" ${facts}><text:p>${shown}</text:p></table:table-cell>`

const read = (content: string, mimetype = kind) =>
  readTableFile(storedZip({ mimetype, "content.xml": content, "META-INF/manifest.xml": "<manifest/>" }), listLimits)
const sheetsOf = async (content: string) => {
  const file = await read(content)
  return file.kind === "workbook" ? file.sheets : expect.unreachable(JSON.stringify(file))
}
const cellsOf = async (rows: string) => (await sheetsOf(documentOf(table(rows)))).flatMap((sheet) => sheet.rows())

describe("an OpenDocument spreadsheet", () => {
  it.each([
    ["text", text("Maple &amp; Oak"), "Maple & Oak"],
    ["spaces, tabs and text spans", text('a<text:s text:c="2"/>b<text:tab/><text:span>c</text:span>'), "a  b\tc"],
    [
      "several paragraphs",
      '<table:table-cell office:value-type="string"><text:p>a</text:p><text:p>b</text:p></table:table-cell>',
      "a\nb"
    ],
    [
      "a note, which is ignored",
      '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>a</text:p></table:table-cell>',
      "a"
    ],
    ["a number", typed("float", 'office:value="40001060"', "40.001.060"), "40001060"],
    ["a number with its displayed zeros", typed("float", 'office:value="1060"', "0000 1060"), "00001060"],
    ["a number without an exponent", typed("float", 'office:value="1E7"', "1E+07"), "10000000"],
    ["a percentage", typed("percentage", 'office:value="0.25"', "25 %"), "0.25"],
    ["a currency amount", typed("currency", 'office:currency="USD" office:value="12.5"', "$12.50"), "12.5"],
    ["a date", typed("date", 'office:date-value="2026-11-03"', "11/03/26"), "2026-11-03"],
    [
      "a date with a time",
      typed("date", 'office:date-value="2026-11-03T10:30:00.5"', "11/03/26"),
      "2026-11-03T10:30:00"
    ],
    ["a time", typed("time", 'office:time-value="PT9H05M00S"', "9:05"), "09:05:00"],
    ["a boolean", typed("boolean", 'office:boolean-value="true"', "TRUE"), "true"],
    ["a formula's result", typed("float", 'table:formula="of:=[.A1]+1" office:value="7"', "7"), "7"]
  ])("is read with %s", async (_, cell, expected) => {
    expect(await cellsOf(row(cell))).toEqual([{ row: 1, cells: [expected] }])
  })

  it("expands repeated and merged cells, and drops the empty rest of the sheet", async () => {
    const rows = [
      row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="2"'),
      row(
        `<table:table-cell table:number-columns-repeated="2"/>${text("a")}<table:covered-table-cell/>${text("b")}<table:table-cell table:number-columns-repeated="16379"/>`
      ),
      row(
        '<table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell>',
        ' table:number-rows-repeated="2"'
      ),
      row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1048570"')
    ].join("")
    expect(await cellsOf(rows)).toEqual([
      { row: 3, cells: ["", "", "a", "", "b"] },
      { row: 4, cells: ["5", "5"] },
      { row: 5, cells: ["5", "5"] }
    ])
  })

  it("has at most as many rows and columns as a list, even if it declares more repetitions", async () => {
    const often = (name: string) => `table:number-${name}-repeated="999999999"`
    const wide = text("a").replace("<table:table-cell", `<table:table-cell ${often("columns")}`)
    expect((await cellsOf(row(wide)))[0]?.cells.length).toBe(listLimits.columns + 1)
    expect((await cellsOf(row(text("a"), ` ${often("rows")}`))).length).toBe(listLimits.rows)
    const both = documentOf(table(row(wide + text("a".repeat(1000)), ` ${often("rows")}`)))
    expect(await read(both)).toMatchObject({ kind: "refused", fault: "Unpacks" })
  })

  it("lists the sheets with content, and hidden ones only if no other has any", async () => {
    const styles =
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const a = row(text("a"))
    const sheets = await sheetsOf(
      documentOf(table(a, "Locks") + table("", "Blank") + table(a, "More") + table(a, "Old", "ta2"), styles)
    )
    expect(sheetNamed(sheets, null)).toEqual({ kind: "which", names: ["Locks", "More"] })
    const only = await sheetsOf(documentOf(table("", "Blank") + table(a, "Old", "ta2"), styles))
    expect(sheetNamed(only, null)).toMatchObject({ kind: "sheet", sheet: { name: "Old" } })
  })

  it.each([
    ["a text document", documentOf(table(row(text("a")))), "application/vnd.oasis.opendocument.text", "WrongType"],
    ["no sheet with content", documentOf(table("")), kind, "Empty"],
    ["a truncated part", documentOf(table("<table:table-row>")), kind, "BrokenWorkbook"],
    ["its own entities", `<!DOCTYPE a [<!ENTITY b "c">]>${documentOf(table(row(text("a"))))}`, kind, "BrokenWorkbook"],
    ["no spreadsheet in it", "<office:document-content/>", kind, "BrokenWorkbook"]
  ])("is refused with %s", async (_, content, mimetype, fault) => {
    expect(await read(content, mimetype)).toMatchObject({ kind: "refused", fault })
  })
})
