import { describe, expect, it } from "vitest"
import { jobChunk } from "#core/jobs/Job.ts"
import { readJobList, unusedWords } from "#core/jobs/jobList.ts"
import { jobPieces } from "#core/jobs/jobRowPieces.ts"

const serials = (text: string) => {
  const reading = readJobList(text, "activate")
  return reading.kind === "list" ? reading.list.rows.map(({ row, serialCode }) => [row, serialCode]) : reading
}

describe("a lock list", () => {
  it.each([
    ["one per line", "04200001\n04200002\n"],
    ["with blank lines and a byte order mark", "\uFEFF04200001\r\n04200002\r\n\r\n"]
  ])("is read %s, keeping leading zeros", (_, text) => {
    expect(serials(text)).toEqual([
      [1, "04200001"],
      [2, "04200002"]
    ])
  })

  const two = [
    [2, "40001060"],
    [3, "40001061"]
  ]
  it.each([
    ["fully quoted", '"SerialNumber"\n"40001060"\n"40001061"\n', two],
    ["with CRLF and a byte order mark", '\uFEFF"SerialNumber"\r\n"40001060"\r\n"40001061"\r\n\r\n', two],
    ["without a header", '"40001059"\n"40001060"\n"40001061"\n', [[1, "40001059"], ...two]],
    ["without a header, with several columns", "40001059,x\n40001060,y\n40001061,z\n", [[1, "40001059"], ...two]],
    ["below an unknown title", "Locks to activate\n40001060\n40001061\n", two],
    ["with a mistyped first code", "400010\n40001060\n40001061\n", [[1, "400010"], ...two]],
    ["in groups of four", "Serial No.\n4000 1060\n4000-1061\n", two],
    ["in groups with non-breaking spaces", "Lock Serial #;Note\n 4000\u00a01060;\n4000\u202f1061\u00a0;\n", two],
    ["with numbers as programs write them", "serial\n40001060.0\n'40001061\n", two],
    ["beside a column that counts the locks", "Lock No,Serial Number\n1,40001060\n2,40001061\n", two],
    ["with a sep= line", "sep=;\nserial;note\n40001061;x\n", [[2, "40001061"]]],
    ["with tabs", "Note\tSerial Code\nx\t40001060\ny\t40001061\n", two],
    ["below titles and blank rows", "Maple St, Monday\n\n,,\nUnit,Serial\nA-1,40001060\n", [[5, "40001060"]]],
    [
      "with line breaks in cells",
      '"Serial\nCode",note\n40001060,"a\r\n\nb"\n\n40001061,c\n',
      [
        [2, "40001060"],
        [4, "40001061"]
      ]
    ],
    [
      "with blank rows",
      "serial,unit\n40001060,A\n,\n40001061,B\n",
      [
        [2, "40001060"],
        [4, "40001061"]
      ]
    ]
  ])("is read %s", (_, text, expected) => {
    expect(serials(text)).toEqual(expected)
  })

  it.each([
    ["activate", "Serial\t50000001", 1],
    ["activate", "Serial,50000001\nSerial,50000002\n", 2],
    ["setStatus", "Serial\t50000001", 1],
    ["transfer", "50000001\tSerial Number", 1]
  ] as const)("reads labels beside serial codes as labels: %s %j", (kind, text, count) => {
    const reading = readJobList(text, kind)
    const rows = reading.kind === "list" ? reading.list.rows : []
    expect(rows.map(({ row, serialCode }) => [row, serialCode])).toEqual(
      [
        [1, "50000001"],
        [2, "50000002"]
      ].slice(0, count)
    )
  })

  it("takes eight digits in a heading for a heading if serial codes are below the serial column", () => {
    expect(serials("Serial,20260101\n50000001,5\n")).toEqual([[2, "50000001"]])
  })

  it("skips unreadable rows, which keep their number and cells", () => {
    const reading = readJobList(
      'serial,note\n40001060,a\n40001061\n40001062,b,c\n40001063,d\n40001064,"e\n',
      "activate"
    )
    const list = reading.kind === "list" ? reading.list : expect.unreachable()
    expect(list.rows.map(({ row, serialCode, fault }) => [row, serialCode, fault])).toEqual([
      [2, "40001060", undefined],
      // Excel leaves out empty cells at the end of a row.
      [3, "40001061", undefined],
      [4, "40001062", { kind: "cells", found: 3, expected: 2 }],
      [5, "40001063", undefined],
      [6, "", { kind: "quotes" }]
    ])
    expect([list.columns, list.rows[2]?.cells]).toEqual([
      ["serial", "note", "extra cell"],
      ["40001062", "b", "c"]
    ])
    expect(list.cells.get(6)).toEqual(['40001064,"e'])
  })

  it("sends no cells of an unreadable row that may contain a combination", () => {
    const sent = (text: string) => {
      const reading = readJobList(text, "activate")
      return reading.kind === "list" ? reading.list.rows.map(({ cells }) => cells?.join("|")) : reading
    }
    expect(sent("note,serial,code\n40001060,7391\nx,40001061,7391\n")).toEqual(["||", "x|40001061|"])
    const shifted = readJobList("serial,unit,code\n40001060,7391\n", "setUnit")
    expect(JSON.stringify(shifted.kind === "list" && shifted.list.rows)).not.toContain("7391")
    expect(sent("40001060,7391\n40001061,7391,x\n")).toEqual(["40001060||", "40001061||"])
  })

  it("removes the guard against formulas that an error file adds", () => {
    const reading = readJobList("serial,unit\n40001060,'-5\n40001061,'A\n", "setUnit")
    expect(reading.kind === "list" && reading.list.rows.map(({ unitNumber }) => unitNumber)).toEqual(["-5", "'A"])
  })

  it("is not a status list if it has several columns without a header", () => {
    expect(readJobList("40001060,Lost\n40001061,Lost\n", "setStatus").kind).toBe("lacks")
    expect(readJobList("40001060\n40001061\n", "setStatus").kind).toBe("list")
  })

  it("recognizes columns by their headers, and keeps combinations local", () => {
    const reading = readJobList("Note;Serial Code;Combination;Lock Status;Unit\nx;04200001;7391;Lost;B-1", "setStatus")
    expect(reading).toMatchObject({
      kind: "list",
      list: {
        columns: ["Note", "Serial Code", "Combination", "Lock Status", "Unit"],
        rows: [
          {
            row: 2,
            serialCode: "04200001",
            status: "Lost",
            unitNumber: "B-1",
            cells: ["x", "04200001", "", "Lost", "B-1"]
          }
        ]
      }
    })
  })

  it("names the columns that the job doesn't use", () => {
    const text = "Serial Code,Unit,Note,Color,Lock Status,Status Name\n04200001,B-1,x,Red,Lost,Lost"
    const unused = (kind: "activate" | "setStatus" | "setColor") => {
      const reading = readJobList(text, kind)
      return reading.kind === "list" ? unusedWords(reading.list) : reading.kind
    }
    expect(unused("activate")).toBe("Not used: Unit, Note, Color, Lock Status, Status Name.")
    expect(unused("setStatus")).toBe("Not used: Note, Color, Status Name.")
    expect(unused("setColor")).toBe("Not used: Unit, Note, Lock Status, Status Name.")
    const plain = readJobList("04200001\n04200002", "activate")
    expect(plain.kind === "list" && unusedWords(plain.list)).toBe(null)
  })

  it("accepts a scanner's links", () => {
    const serialOf = (cell: string) => cell.replace(/^https:\/\/lock\.example\//, "")
    const reading = readJobList("https://lock.example/04200001\n04200002", "activate", { serialOf })
    expect(reading.kind === "list" && reading.list.rows.map(({ serialCode }) => serialCode)).toEqual([
      "04200001",
      "04200002"
    ])
  })

  it("reports what is missing", () => {
    expect(readJobList("", "activate")).toEqual({ kind: "empty" })
    expect(readJobList("name,colour\na,b", "activate")).toEqual({
      kind: "lacks",
      column: "serialCode",
      header: ["name", "colour"],
      row: 1
    })
    expect(readJobList("serial,note\n04200001,\0", "activate")).toMatchObject({ kind: "fault", fault: { line: 2 } })
  })

  it("is refused if several columns have the same heading", () => {
    const doubled = (column: string, heading: string) => ({ kind: "doubled", column, heading, row: 2 })
    const sideBySide = "Box 12\nSerial,Box,serial\n40001060,1,40001061"
    expect(readJobList(sideBySide, "activate")).toEqual(doubled("serialCode", "Serial"))
    const units = "Units\nSerial,Unit,Unit\n40001060,A-1,A-2"
    expect(readJobList(units, "setUnit")).toEqual(doubled("unitNumber", "Unit"))
    expect(readJobList(units, "activate")).toMatchObject({ kind: "list" })
  })

  it("is sent in chunks without losing rows", () => {
    const rows = Array.from({ length: 2 * jobChunk + 5 }, (_, nth) => ({ row: nth + 1, serialCode: "04200001" }))
    const pieces = [...jobPieces(rows)]
    expect(pieces.map((piece) => piece.length)).toEqual([jobChunk, jobChunk, 5])
    expect(pieces.flat()).toEqual(rows)
    const wide = rows.slice(0, 400).map((row) => ({ ...row, cells: ["x".repeat(2000)] }))
    expect([...jobPieces(wide)].length).toBeGreaterThan(1)
    expect([...jobPieces(wide)].flat()).toEqual(wide)
  })
})
