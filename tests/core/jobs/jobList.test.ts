import { describe, expect, it } from "vitest"
import { jobChunk } from "#core/jobs/Job.ts"
import { readJobList } from "#core/jobs/jobList.ts"
import { jobPieces } from "#core/jobs/jobRowPieces.ts"

const serials = (text: string) => {
  const reading = readJobList(text, "activate")
  return reading.kind === "list" ? reading.list.rows.map(({ row, serialCode }) => [row, serialCode]) : reading
}

describe("a list of locks", () => {
  it.each([
    ["one a line", "04200001\n04200002\n"],
    ["with blank lines and a byte order mark", "\uFEFF04200001\r\n04200002\r\n\r\n"]
  ])("is read %s, leading zeros kept", (_, text) => {
    expect(serials(text)).toEqual([
      [1, "04200001"],
      [2, "04200002"]
    ])
  })

  it("is read by its columns, whatever they are called, and keeps combinations to itself", () => {
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

  it("is read of what a scanner gives", () => {
    const serialOf = (cell: string) => cell.replace(/^https:\/\/lock\.example\//, "")
    const reading = readJobList("https://lock.example/04200001\n04200002", "activate", { serialOf })
    expect(reading.kind === "list" && reading.list.rows.map(({ serialCode }) => serialCode)).toEqual([
      "04200001",
      "04200002"
    ])
  })

  it("that is none says what it lacks", () => {
    expect(readJobList("", "activate")).toEqual({ kind: "empty" })
    expect(readJobList("name,colour\na,b", "activate")).toEqual({
      kind: "lacks",
      column: "serialCode",
      header: ["name", "colour"]
    })
    expect(readJobList('serial,note\n04200001,"open', "activate")).toMatchObject({ kind: "fault", fault: { line: 2 } })
  })

  it("is sent in pieces that lose nothing", () => {
    const rows = Array.from({ length: 2 * jobChunk + 5 }, (_, nth) => ({ row: nth + 1, serialCode: "04200001" }))
    const pieces = [...jobPieces(rows)]
    expect(pieces.map((piece) => piece.length)).toEqual([jobChunk, jobChunk, 5])
    expect(pieces.flat()).toEqual(rows)
    const wide = rows.slice(0, 400).map((row) => ({ ...row, cells: ["x".repeat(2000)] }))
    expect([...jobPieces(wide)].length).toBeGreaterThan(1)
    expect([...jobPieces(wide)].flat()).toEqual(wide)
  })
})
