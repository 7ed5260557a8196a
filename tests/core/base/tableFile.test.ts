import ExcelJS from "exceljs"
import { describe, expect, it } from "vitest"
import { listLimits } from "#core/base/files/listLimits.ts"
import { sheetText } from "#core/base/files/sheetText.ts"
import { readTableFile, sheetNamed } from "#core/base/files/tableFile.ts"
import { encodingNote } from "#core/base/files/textEncodings.ts"
import { container } from "../../support/container.ts"
import { storedZip } from "../../support/storedZip.ts"

type Cell = string | number | boolean | Date | null

const bookOf = async (
  sheets: Readonly<Record<string, ReadonlyArray<ReadonlyArray<Cell>>>>,
  change: (book: ExcelJS.Workbook) => void = () => undefined
): Promise<Uint8Array> => {
  const book = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = book.addWorksheet(name)
    for (const row of rows) sheet.addRow([...row])
  }
  change(book)
  return new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer)
}

const sheetsOf = async (bytes: Uint8Array) => {
  const file = await readTableFile(bytes, listLimits)
  return file.kind === "workbook" ? file.sheets : expect.unreachable(JSON.stringify(file))
}

const cellsOf = async (bytes: Uint8Array) =>
  (await sheetsOf(bytes)).flatMap((sheet) => sheet.rows().map(({ cells }) => cells))

const text = (content: string, encoding: "utf8" | "utf16le" | "latin1") =>
  new Uint8Array(Buffer.from(content, encoding))

describe("a table file", () => {
  it("is recognized by its content: text in UTF-8 or UTF-16, or a workbook", async () => {
    const big = new Uint8Array(Buffer.from("\uFEFFserial\r\n", "utf16le").swap16())
    for (const [encoding, bytes] of [
      ["utf-8", text("\uFEFFserial\r\n", "utf8")],
      ["utf-16le", text("\uFEFFserial\r\n", "utf16le")],
      ["utf-16be", big]
    ] as const) {
      expect(await readTableFile(bytes, listLimits)).toEqual({ kind: "text", text: "serial\r\n", encoding })
    }
    expect(await readTableFile(await bookOf({ Locks: [["serial"]] }), listLimits)).toMatchObject({ kind: "workbook" })
  })

  it.each([
    ["nothing", new Uint8Array(), { fault: "Empty" }],
    ["an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), { fault: "OldExcel" }],
    ["an old workbook with its stream", container("Workbook"), { fault: "OldExcel" }],
    ["an old text document", container("WordDocument"), { fault: "WrongType" }],
    ["a workbook with a password", container("EncryptedPackage"), { fault: "Password" }],
    ["an image", new Uint8Array([0x89, 0x50, 0x4e, 0x47]), { fault: "WrongType" }],
    ["an HTML page", text("<html><table></table></html>", "utf8"), { fault: "WrongType" }],
    ["a truncated archive", new Uint8Array([0x50, 0x4b, 3, 4, 1, 2]), { fault: "BrokenWorkbook" }],
    ["text with bytes that Windows-1252 lacks", text("serial\nJos\x8f\n", "latin1"), { fault: "Encoding", line: 2 }],
    ["damaged UTF-8", text("Caf\xc3\xa9\nJos\xe9, Jos\xc3\xa9\n", "latin1"), { fault: "Encoding", line: 2 }]
  ])("is refused if it is %s", async (_, bytes, refusal) => {
    expect(await readTableFile(bytes, listLimits)).toEqual({ kind: "refused", ...refusal })
  })

  it("is read as Windows-1252 if it isn't UTF-8, with a note", async () => {
    const file = await readTableFile(text("name\r\nCAF\xc9\x92S Nu\xf1ez, 5\x80\r\n", "latin1"), listLimits)
    expect(file).toEqual({
      kind: "text",
      text: "name\r\nCAF\u00c9\u2019S Nu\u00f1ez, 5\u20ac\r\n",
      encoding: "windows-1252"
    })
    expect(encodingNote("windows-1252")).toContain("Read as Windows-1252.")
    expect([encodingNote("utf-8"), encodingNote("utf-16le"), encodingNote(null)]).toEqual([null, null, null])
  })

  it("has no rows if every sheet is blank", async () => {
    const blank = await bookOf({ One: [], Two: [["", null]] })
    expect(await readTableFile(blank, listLimits)).toEqual({ kind: "refused", fault: "Empty" })
  })

  it("returns numbers, dates and booleans as people would type them", async () => {
    const day = new Date(Date.UTC(2026, 10, 3))
    const bytes = await bookOf(
      { Locks: [[3, 40_001_060, 0.1 + 0.2, true, false, day, 4_200_001, 42_000_010]] },
      (book) => {
        const sheet = book.worksheets[0] ?? expect.unreachable()
        sheet.getCell("F1").numFmt = "mm/dd/yyyy"
        sheet.getCell("G1").numFmt = "00000000"
        sheet.getCell("H1").numFmt = '0000" "0000'
      }
    )
    expect(await cellsOf(bytes)).toEqual([
      ["3", "40001060", "0.3", "true", "false", "2026-11-03", "04200001", "42000010"]
    ])
  })

  it("reads dates in both date systems, with and without a time", async () => {
    const times = [Date.UTC(2026, 10, 3), Date.UTC(2026, 10, 3, 14, 30, 5), Date.UTC(1950, 0, 1)]
    for (const date1904 of [false, true]) {
      const bytes = await bookOf({ Locks: [times.map((at) => new Date(at))] }, (book) => {
        book.properties.date1904 = date1904
      })
      expect([date1904, await cellsOf(bytes)]).toEqual([
        date1904,
        [["2026-11-03", "2026-11-03T14:30:05", "1950-01-01"]]
      ])
    }
    const days = await bookOf({ Locks: [[1, 59, 61, 0.5, 46_329]] }, (book) => {
      const row = book.worksheets[0]?.getRow(1) ?? expect.unreachable()
      row.eachCell((cell) => (cell.numFmt = "[$-409]d-mmm-yy;@"))
      row.getCell(5).numFmt = "[h]:mm"
    })
    expect(await cellsOf(days)).toEqual([["1900-01-01", "1900-02-28", "1900-03-01", "12:00:00", "46329"]])
  })

  it.each([
    [
      "prefixes, parts named from the root and rich text",
      {
        "xl/workbook.xml":
          '<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="true"/><x:sheets><x:sheet name="Locks &amp; keys" sheetId="7" r:id="rId9"/></x:sheets></x:workbook>',
        "xl/_rels/workbook.xml.rels":
          '<Relationships><Relationship Id="rId9" Target="/xl/worksheets/locks.xml"/></Relationships>',
        "xl/sharedStrings.xml": "<x:sst><x:si><x:r><x:t>Serial </x:t></x:r><x:r><x:t>Number</x:t></x:r></x:si></x:sst>",
        "xl/styles.xml":
          '<x:styleSheet><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="14"/></x:cellXfs></x:styleSheet>',
        "xl/worksheets/locks.xml":
          '<x:worksheet><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>On</x:t></x:is></x:c></x:row><x:row><x:c><x:v>40001060.0</x:v></x:c><x:c s="1"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>'
      },
      [
        ["Serial Number", "On"],
        ["40001060", "1904-01-01"]
      ]
    ],
    [
      "numbers with exponents, dates in ISO 8601, errors and formulas",
      {
        "xl/workbook.xml": '<workbook><sheets><sheet name="Sheet1" sheetId="1"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml":
          '<worksheet><sheetData><row r="2"><c r="B2"><v>4.000106E7</v></c><c r="C2" t="d"><v>2026-11-03</v></c><c r="D2" t="e"><v>#N/A</v></c><c r="E2" t="str"><f>A1</f><v>4000 1060</v></c><c r="F2" t="b"><v>1</v></c></row></sheetData></worksheet>'
      },
      [["", "40001060", "2026-11-03", "#N/A", "4000 1060", "true"]]
    ]
  ])("is read as other programs write it, with %s", async (_, parts, expected) => {
    expect(await cellsOf(storedZip(parts))).toEqual(expected)
  })

  it("lists the sheets with content, and hidden ones only if no other has any", async () => {
    const bytes = await bookOf({ Locks: [["a"]], Blank: [], More: [["b"]], Hidden: [["c"]] }, (book) => {
      const sheet = book.getWorksheet("Hidden") ?? expect.unreachable()
      sheet.state = "hidden"
    })
    const sheets = await sheetsOf(bytes)
    expect(sheetNamed(sheets, null)).toEqual({ kind: "which", names: ["Locks", "More"] })
    expect(sheetNamed(sheets, "more")).toMatchObject({ kind: "sheet", sheet: { name: "More" } })
    expect(sheetNamed(sheets, "Other")).toMatchObject({ kind: "which" })
    const only = await sheetsOf(await bookOf({ Locks: [["a"]], Blank: [] }))
    expect(sheetNamed(only, null)).toMatchObject({ kind: "sheet", sheet: { name: "Locks" } })
  })

  it("becomes text with one line per row of the sheet", async () => {
    const bytes = await bookOf({ Locks: [["Title"], [], ["serial", "note"], [40_001_060, 'a,"b"\nc']] })
    const [sheet] = await sheetsOf(bytes)
    expect(sheetText(sheet?.rows() ?? [])).toBe('Title,\n\nserial,note\n40001060,"a,""b"" c"\n')
  })
})
