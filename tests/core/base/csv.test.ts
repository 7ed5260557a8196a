import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { type CsvRow, readCsv } from "#core/base/csv.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import { csvLine } from "#core/base/csvText.ts"

const rowsOf = (text: string): ReadonlyArray<CsvRow> => {
  const reading = readCsv(text)
  if (reading.kind !== "table") throw new Error(JSON.stringify(reading))
  return [...reading.table.rows()]
}

const cellsOf = (text: string) => rowsOf(text).map((row) => row.cells)

const faultOf = (text: string) => {
  const reading = readCsv(text)
  return reading.kind === "fault"
    ? `${reading.fault.line}:${reading.fault.column} ${reading.fault.error}`
    : reading.kind
}

/** The errors of a text's rows, and the rows read anyway. */
const faultsOf = (text: string) =>
  rowsOf(text).map(({ row, cells, fault }) =>
    fault === undefined ? cells.join("|") : `${row}: ${csvRowWords(fault).error} ${cells.join("|")}`
  )

describe("reading CSV", () => {
  it("counts the columns before parsing, up to a limit", () => {
    expect(readCsv(",".repeat(1_900_000))).toEqual({ kind: "empty" })
    expect(faultOf(`a${",".repeat(1_900_000)}b`)).toBe("1:1000 This row has more than 1000 cells.")
    const wide = `a,b\n1${",2".repeat(1_900_000)}`
    expect(faultsOf(wide)[0]).toContain("2: This row has 1900001 cells, the header has 2 cells.")
    expect(rowsOf(wide)[0]?.cells).toHaveLength(1000)
  })

  it("keeps leading zeros and spaces, and removes quotes", () => {
    expect(cellsOf('a,b\n00012345, 7 \n"x, ""y""","line 1\nline 2"\n')).toEqual([
      ["00012345", " 7 "],
      ['x, "y"', "line 1\nline 2"]
    ])
  })

  it.each([
    ["a byte order mark", "\uFEFFa,b\n1,2\n"],
    ["CRLF", "a,b\r\n1,2\r\n"],
    ["CR", "a,b\r1,2\r"],
    ["no final newline", "a,b\n1,2"],
    ["blank lines", "\n\na,b\n\n\n1,2\n\n"],
    ["semicolons", "a;b\n1;2\n"],
    ["tabs", "a\tb\n1\t2\n"],
    ["a quoted header", '"a","b"\n1,2\n'],
    ["mixed line endings", "a,b\r\n1,2\n"]
  ])("reads %s", (_, text) => {
    const reading = readCsv(text)
    expect(reading.kind === "table" ? [reading.table.header, reading.table.rowCount] : reading).toEqual([["a", "b"], 1])
    expect(cellsOf(text)).toEqual([["1", "2"]])
  })

  it("chooses the separator by the header, so that a decimal comma stays in its cell", () => {
    expect(cellsOf("a;b\n1,5;2,5\n")).toEqual([["1,5", "2,5"]])
    expect(cellsOf('"a;b;c",d\n1,2\n')).toEqual([["1", "2"]])
  })

  it("numbers rows as spreadsheets do", () => {
    expect(rowsOf('a,b\r\n1,2\r\n\r\n"x\ny",4\n5,6\r7,8').map((row) => [row.row, row.cells[1]])).toEqual([
      [2, "2"],
      [4, "4"],
      [5, "6"],
      [6, "8"]
    ])
  })

  it("reads a single column", () => {
    expect(cellsOf("a\n1\n\n2")).toEqual([["1"], ["2"]])
  })

  it("recognizes an empty text", () => {
    expect(faultOf("")).toBe("empty")
    expect(faultOf("\uFEFF\r\n\n")).toBe("empty")
  })

  it("reports an unreadable row, and reads the others", () => {
    expect(faultsOf("a,b\n1,2\n3\n4,5,6\n7,8\n")).toEqual([
      "1|2",
      "3: This row has 1 cell, the header has 2 cells. 3",
      "4: This row has 3 cells, the header has 2 cells. 4|5|6",
      "7|8"
    ])
    const quotes = "The quotes of this row don't match."
    expect(faultsOf('a,b\n1,"2\n3,4\n"5"x,6\n7,8" lock\n9,10\n')).toEqual([
      `2: ${quotes} 1,"2`,
      "3|4",
      `4: ${quotes} "5"x,6`,
      `5: ${quotes} 7,8" lock`,
      "9|10"
    ])
  })

  it("accepts cells that a spreadsheet adds or omits after the last header", () => {
    expect(cellsOf("a,b,,\n1,2,,\n3,4\n5,6,,,\n,,,\n")).toEqual([
      ["1", "2", "", ""],
      ["3", "4"],
      ["5", "6", "", "", ""]
    ])
  })

  it("refuses a text with a zero byte, with its line and column", () => {
    expect(faultOf("a,b\n1,\u0000\n")).toBe("2:2 This isn't a text file: it contains a zero byte.")
  })

  it.each([
    ["quoted", '"SerialNumber"\n"40001060"\n"40001061"\n'],
    [
      "quoted, with CRLF, a byte order mark and a blank line",
      '\uFEFF"SerialNumber"\r\n"40001060"\r\n"40001061"\r\n\r\n'
    ],
    ["quoted, without a final newline", '"SerialNumber"\n"40001060"\n"40001061"'],
    ["with Excel's sep= line", "sep=;\r\nSerialNumber\r\n40001060\r\n40001061"],
    ["as formulas that keep zeros", 'SerialNumber\n="40001060"\n"=""40001061"""\n']
  ])("reads one column %s", (_, text) => {
    const reading = readCsv(text)
    expect(reading.kind === "table" && reading.table.header).toEqual(["SerialNumber"])
    expect(cellsOf(text)).toEqual([["40001060"], ["40001061"]])
  })

  it("skips titles above known headers", () => {
    const score = (cells: ReadonlyArray<string>) => cells.filter((cell) => cell === "a" || cell === "b").length
    const text = "Locks, as of Monday\n\nMaple St\na;b;c\n1;2;3\n"
    const reading = readCsv(text, { score })
    expect(reading.kind === "table" && [reading.table.headerRow, [...reading.table.rows()]]).toEqual([
      4,
      [{ row: 5, cells: ["1", "2", "3"] }]
    ])
  })

  it("reads back what was written, for any cells and line endings", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "0", ",", ";", "\t", '"', "\n", "\r", " ", "é", "'") })
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }))
    fc.assert(
      fc.property(
        table,
        fc.array(fc.constantFrom("\n", "\r\n", "\r"), { minLength: 9, maxLength: 9 }),
        (rows, ends) => {
          const header = (rows[0] ?? ["", ""]).map((_, index) => `h${index}`)
          const quoted = (cells: ReadonlyArray<string>) =>
            cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")
          const text = [header, ...rows].map((cells, index) => quoted(cells) + (ends[index] ?? "\n")).join("")
          const filled = (all: ReadonlyArray<ReadonlyArray<string>>) =>
            all.filter((cells) => cells.some((cell) => cell.trim() !== ""))
          expect(cellsOf(text)).toEqual(filled(rows))
          const plain = rows.map((cells) => cells.map((text) => text.replace(/^[\t\r]+/, "")))
          expect(cellsOf([header, ...plain].map((cells) => csvLine(cells)).join(""))).toEqual(filled(plain))
        }
      ),
      { numRuns: 300 }
    )
  })

  it("reads more rows than it buffers", () => {
    const rows = Array.from({ length: 2500 }, (_, index) => `${index},x`)
    expect(rowsOf(`a,b\n${rows.join("\n")}`).map((row) => [row.row, row.cells[0]])).toEqual(
      rows.map((_, index) => [index + 2, String(index)])
    )
  })
})

describe("writing CSV", () => {
  it("writes formulas as text, and numbers unchanged", () => {
    expect(csvLine(["=1+1", "-5", -5, null, "x,y", true])).toBe("'=1+1,'-5,-5,,\"x,y\",true\r\n")
    expect(csvLine(["\uff1d1", "\uff0b1", "\uff0d1", "\uff20A1"])).toBe("'\uff1d1,'\uff0b1,'\uff0d1,'\uff20A1\r\n")
  })
})
