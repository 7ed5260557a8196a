import { deflateRawSync } from "node:zlib"
import ExcelJS from "exceljs"
import { beforeEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { importLimits } from "#core/imports/importLimits.ts"
import { templatePath } from "#core/imports/importFields.ts"
import { homes } from "../../support/databases.ts"
import { csvOf, header, useImportPlace } from "./importPlace.ts"

const good = "Maple St,5550100200,10 Maple St,,,"
const bytes = (...all: ReadonlyArray<number>) => new Uint8Array(all)
const utf16 = (text: string, big: boolean): Uint8Array<ArrayBuffer> => {
  const encoded = Buffer.from(`\uFEFF${text}`, "utf16le")
  return new Uint8Array(big ? encoded.swap16() : encoded)
}

/** A zip archive whose declared entry sizes can differ from the real ones. */
const zip = (entries: Readonly<Record<string, { content: Buffer; claims?: number }>>): Uint8Array<ArrayBuffer> => {
  const locals: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const [name, { content, claims }] of Object.entries(entries)) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(claims ?? content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claims ?? content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]))
}

const workbook = (sheet: string | Buffer, claims?: number) =>
  zip({
    "xl/workbook.xml": { content: Buffer.from('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>') },
    "xl/worksheets/sheet1.xml": { content: Buffer.from(sheet), ...(claims === undefined ? {} : { claims }) }
  })

const openDocument = (content: string | Buffer) =>
  zip({
    mimetype: { content: Buffer.from("application/vnd.oasis.opendocument.spreadsheet") },
    "content.xml": { content: Buffer.from(content) }
  })
const openSheet = (rows: string) =>
  openDocument(`<office:spreadsheet><table:table table:name="a">${rows}</table:table></office:spreadsheet>`)
const openRow = (cells: ReadonlyArray<string>, often = 1) => {
  const found = cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join("")
  return `<table:table-row table:number-rows-repeated="${often}">${found}</table:table-row>`
}

const bomb = Buffer.alloc(60 * 1024 * 1024, "<row></row>")
const many = csvOf(header, ...Array.from({ length: 100_000 }, () => "a,1,,,,"))
const full = (size: number) => `${header}\n${"x".repeat(size - header.length - 1)}`

type Hostile = readonly [what: string, content: () => string | Uint8Array<ArrayBuffer>, reason: string, name?: string]
const refused: ReadonlyArray<Hostile> = [
  ["a file of exactly 2 MB", () => full(importLimits.fileBytes), "TooLarge"],
  ["a file of 3 MB", () => full(3 * 1024 * 1024), "TooLarge"],
  ["nothing", () => "", "Empty"],
  ["only a header", () => csvOf(header), "Empty"],
  ["100,000 rows", () => many, "TooManyRows"],
  ["101 columns", () => csvOf(Array(101).fill("a").join(","), Array(101).fill("b").join(",")), "TooManyColumns"],
  ["a line of commas", () => ",".repeat(1_900_000), "Empty"],
  ["a heading after a line of commas", () => `${",".repeat(1_900_000)}a`, "TooManyColumns"],
  ["an image with a CSV extension", () => bytes(0x89, 0x50, 0x4e, 0x47, 1, 2), "WrongType"],
  ["a program", () => bytes(0x4d, 0x5a, 0x90, 0, 3), "WrongType"],
  ["a CSV with a program's extension", () => csvOf(header, good), "WrongType", "sites.exe"],
  ["an HTML page", () => "<html><table><tr><td>Maple</td></tr></table></html>", "WrongType", "sites.xls"],
  ["zero bytes", () => `a,b\n1,\0`, "WrongType"],
  ["cells separated by pipes", () => csvOf(header, good).replaceAll(",", "|"), "NotCsv"],
  [
    "a LibreOffice spreadsheet with a password",
    () =>
      zip({
        mimetype: { content: Buffer.from("application/vnd.oasis.opendocument.spreadsheet") },
        "content.xml": { content: Buffer.from("8f5ad0c1ff", "hex") },
        "META-INF/manifest.xml": {
          content: Buffer.from(
            '<manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'
          )
        }
      }),
    "Password",
    "sites.ods"
  ],
  [
    "an archive with a password",
    () => {
      const archive = Buffer.from(workbook("<row/>"))
      archive[archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8] = 1
      return new Uint8Array(archive)
    },
    "Password",
    "sites.xlsx"
  ],
  ["an old workbook", () => bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), "OldExcel", "sites.xls"],
  [
    "text in an unknown encoding",
    () => new Uint8Array(Buffer.from(`${header}\nM\x81ller,1,,,,`, "latin1")),
    "Encoding"
  ],
  ["a damaged workbook", () => bytes(0x50, 0x4b, 3, 4, 1, 2, 3), "BrokenWorkbook", "sites.xlsx"],
  [
    "an endless sheet row",
    () => workbook("<sheetData><row><c><v>1</v></c>".repeat(20_000)),
    "BrokenWorkbook",
    "sites.xlsx"
  ],
  [
    "a document type in a sheet",
    () => workbook('<!DOCTYPE x [<!ENTITY e "x">]><row/>'),
    "BrokenWorkbook",
    "sites.xlsx"
  ],
  ["an archive that declares a huge size", () => workbook(bomb), "Unpacks", "sites.xlsx"],
  ["an archive that declares a false size", () => workbook(bomb, 100), "Unpacks", "sites.xlsx"],
  ["a LibreOffice spreadsheet that unpacks to a huge size", () => openDocument(bomb), "Unpacks", "sites.ods"],
  [
    "a workbook with one row too many",
    () => workbook('<row><c t="inlineStr"><is><t>a</t></is></c></row>'.repeat(importLimits.rows + 2)),
    "TooManyRows",
    "sites.xlsx"
  ],
  [
    "one row repeated a billion times",
    () => openSheet(openRow(["a"]) + openRow(["b"], 1e9)),
    "TooManyRows",
    "sites.ods"
  ],
  [
    "long text repeated a billion times",
    () => openSheet(openRow(["a"]) + openRow(["b".repeat(3000)], 1e9)),
    "Unpacks",
    "sites.ods"
  ]
]

describe.each(homes.filter(({ name }) => name === "embedded"))("hostile files, on $name", (home) => {
  const place = useImportPlace(home)
  const { upload, uploaded, rows, sql, facilities, emptied, committed } = place
  beforeEach(() => emptied())

  it.each(refused.map(([what, content, reason, name = "sites.csv"]) => [what, content, reason, name] as const))(
    "are refused as %s with the reason, and nothing is stored",
    async (_, content, reason, name) => {
      const count = () => sql((sql) => sql`SELECT job_id FROM jobs`)
      const before = await count()
      const answer = await upload(content(), { name })
      expect(answer).toMatchObject({ status: 422, code: "ImportFileRefused", data: { reason } })
      expect(answer.error).not.toBe("")
      expect(await count()).toEqual(before)
      expect(await facilities()).toEqual([])
    }
  )

  it.each([
    ["a cell after a line of commas", `${",".repeat(1_900_000)}b`, "Row 2 has 1900001 cells, the header has 6 cells."],
    ["an unclosed quote", `"${"Maple ".repeat(300_000)}`, "The quotes of row 2 don't match."]
  ])("are read around %s below a header", async (_, line, error) => {
    const planned = await uploaded(`${header}\n${line}\n${good}\n`)
    expect(planned).toMatchObject({ total: 2, counts: { create: 1, fail: 1 } })
    const [failed] = await rows(planned.importID, "fail")
    expect(failed).toMatchObject({ row: 2, problem: { error } })
    expect(JSON.stringify(failed).length).toBeLessThan(5000)
  })

  it("are refused if there is no file, or two", async () => {
    expect((await upload("", { parts: new FormData() })).data).toMatchObject({ reason: "None" })
    const two = new FormData()
    for (const name of ["a.csv", "b.csv"]) two.append("file", new File([csvOf(header, good)], name))
    expect((await upload("", { parts: two })).data).toMatchObject({ reason: "Several" })
  })

  it("are accepted two at a time per company; a third is refused, and another company is served meanwhile", async () => {
    const open = (token: string) => {
      const stop = new AbortController()
      const body = new ReadableStream({
        start: (stream) =>
          stream.enqueue(new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="file"'))
      })
      const headers = { authorization: token, "content-type": "multipart/form-data; boundary=x" }
      const request = { method: "POST", headers, body, signal: stop.signal, duplex: "half" }
      const address = `${place.server.address}/api/facilities/import-csv?managementSoftware=0`
      const half = { stop: () => stop.abort(), refused: false, ended: Promise.resolve("") }
      half.ended = fetch(address, request as RequestInit).then(
        () => ((half.refused = true), "refused"),
        (error: Error) => error.name
      )
      return half
    }
    const owner = await place.enter("acme", Role.id.Owner)
    let half = [open(owner), open(owner)]
    const lists = (function* () {
      for (let nth = 0; ; nth++) yield csvOf(header, `Maple ${nth},5550100200,10 Maple St,,,`)
    })()
    const next = () => upload(lists.next().value ?? "")
    let answer = await next()
    while (answer.status === 200) {
      // The upload may have finished before the second open one arrived; that one is then refused and tried again.
      half = half.map((each) => (each.refused ? open(owner) : each))
      answer = await next()
    }
    expect(answer).toMatchObject({ status: 429, code: "UploadsBusy" })
    expect(answer.error).toBe("Your company is uploading 2 files already.")
    const other = await place.enter("other", Role.id.Owner)
    expect((await upload(csvOf(header, good), { token: other })).status).toBe(200)
    for (const { stop } of half) stop()
    expect(await Promise.all(half.map(({ ended }) => ended))).toEqual(["AbortError", "AbortError"])
    while (answer.status === 429) answer = await next()
    expect(answer.status).toBe(200)
  })

  it("are accepted up to one byte below 2 MB, in every Unicode encoding with a mark, and in Windows-1252", async () => {
    const long = `${header}\n${good}\n`
    const padded = long + "\n".repeat(importLimits.fileBytes - 1 - long.length)
    expect((await uploaded(padded)).total).toBe(1)
    for (const content of [
      `\uFEFF${csvOf(header, good)}`,
      utf16(csvOf(header, good), false),
      utf16(csvOf(header, good), true)
    ]) {
      expect((await uploaded(content)).columns[0]).toMatchObject({ header: "Facility Name *", field: "facilityName" })
    }
    const windows = Buffer.from(`${header}\nCaf\xe9 Nu\xf1ez,5550100200,10 Maple St,,,`, "latin1")
    const { importID, encoding } = await uploaded(new Uint8Array(windows))
    expect(encoding).toBe("windows-1252")
    expect(await rows(importID)).toMatchObject([{ facilityName: "Caf\u00e9 Nu\u00f1ez" }])
  })

  const bookOf = async (sheets: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string | number>>>>) => {
    const book = new ExcelJS.Workbook()
    for (const [name, rows] of Object.entries(sheets)) {
      const sheet = book.addWorksheet(name)
      for (const row of rows) sheet.addRow([...row])
    }
    return new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer)
  }

  it("have their header found below titles, in quotes and after a separator line", async () => {
    const below = await uploaded(`Our sites, Monday\n\n${csvOf(header, good)}`)
    expect([below.total, below.columns[0]?.field]).toEqual([1, "facilityName"])
    expect((await rows(below.importID)).map(({ row }) => row)).toEqual([4])
    const separated = `sep=;\r\n"Facility Name";"Phone Number";"Address"\r\n"Oak Ave";"5550100201";"2 Oak Ave"\r\n`
    expect(await uploaded(separated)).toMatchObject({ total: 1, missing: [], counts: { create: 1 } })
    const sheet = await bookOf({ Sites: [["Our sites"], [], header.split(","), good.split(",")] })
    const book = await uploaded(sheet, { name: "titled.xlsx" })
    expect((await rows(book.importID)).map(({ row, facilityName }) => [row, facilityName])).toEqual([[4, "Maple St"]])
  })

  it("can be LibreOffice spreadsheets", async () => {
    const sheet = openSheet(
      openRow(["Our sites"]) + openRow([""], 3) + openRow(header.split(",")) + openRow(good.split(","))
    )
    const book = await uploaded(sheet, { name: "sites.ods" })
    expect(book).toMatchObject({ total: 1, counts: { create: 1 } })
    expect((await rows(book.importID)).map(({ row, facilityName }) => [row, facilityName])).toEqual([[6, "Maple St"]])
  })

  it("need a sheet to be chosen in a workbook with several", async () => {
    const listed = (name: string) => [header.split(","), [name, "5550100200", "10 Maple St"]]
    const book = await bookOf({ Old: listed("Oak Ave"), New: listed("Elm Rd"), Blank: [] })
    const which = await upload(book, { name: "two.xlsx" })
    expect(which).toMatchObject({
      status: 422,
      code: "ImportFileRefused",
      error: "The workbook has 2 sheets with content: Old, New.",
      data: { reason: "WhichSheet", sheets: ["Old", "New"] }
    })
    const wrong = await upload(book, { name: "two.xlsx", sheet: "Other" })
    expect(wrong).toMatchObject({ error: "The workbook has no sheet 'Other'. Its sheets are: Old, New." })
    const planned = await uploaded(book, { name: "two.xlsx", sheet: "new" })
    expect((await rows(planned.importID)).map(({ facilityName }) => facilityName)).toEqual(["Elm Rd"])
    // Another sheet of the same file is a separate import.
    const other = await uploaded(book, { name: "two.xlsx", sheet: "Old" })
    expect(other.importID).not.toBe(planned.importID)
  })

  it("include a public template per FMS, which is accepted when filled in; zeros stay, and formulas give their results", async () => {
    for (const fms of Fms.ids) {
      const response = await fetch(`${place.server.address}${templatePath(fms)}`)
      expect([fms, response.status]).toEqual([fms, 200])
    }
    expect((await fetch(`${place.server.address}/static/csv/nothing.xlsx`)).status).toBe(404)
    expect((await fetch(`${place.server.address}/static/csv/%zz`)).status).toBe(404)
    const response = await fetch(`${place.server.address}${templatePath(Fms.id.NotListed)}`)
    const book = new ExcelJS.Workbook()
    await book.xlsx.load((await response.arrayBuffer()) as never)
    const sheet = book.worksheets[0] ?? expect.unreachable()
    sheet.addRow(["Maple & Co", "5550100200", "10 Maple St", "Ashgrove", "NJ", "07030"])
    sheet.addRow(["Oak <Ave>", { formula: "1+1", result: 5550100201 }, "2 Oak Ave", "", "", 7031])
    sheet.getCell("F3").numFmt = "00000"
    sheet.addRow([{ formula: 'HYPERLINK("http://x")' }, "5550100202", "3 Elm Rd"])
    const filled = new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer)
    const planned = await uploaded(filled, { name: "filled.xlsx" })
    expect(planned).toMatchObject({ total: 3, missing: [], counts: { create: 3 } })
    expect((await rows(planned.importID)).map(({ row, cells }) => [row, cells[0], cells[1], cells[5]])).toEqual([
      [2, "Maple & Co", "5550100200", "07030"],
      [3, "Oak <Ave>", "5550100201", "07031"],
      [4, '=HYPERLINK("http://x")', "5550100202", ""]
    ])
    await committed(planned.importID)
    expect((await facilities()).map(({ zip }) => zip)).toEqual(["07030", "07031", ""])
  })
})
