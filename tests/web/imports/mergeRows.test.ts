import { describe, expect, it } from "vitest"
import type { RowOutcome } from "#core/imports/FacilityImport.ts"
import { mergeRows } from "#web/features/imports/mergeRows.ts"
import { importRow } from "./importFixture.ts"

const page = (rows: ReadonlyArray<readonly [number, RowOutcome]>, next: number | null = null) => ({
  rows: rows.map(([row, outcome]) => importRow({ row, outcome })),
  next
})
const shown = (pages: ReturnType<typeof mergeRows>) =>
  pages.map(({ rows }) => rows.map(({ row, outcome }) => `${row} ${outcome}`))

describe("rows after one was fixed", () => {
  const failing = [
    page(
      [
        [2, "fail"],
        [5, "fail"]
      ],
      5
    ),
    page([[9, "fail"]])
  ]

  it("leave the list of an outcome that is not theirs any more", () => {
    expect(shown(mergeRows(failing, [importRow({ row: 5, outcome: "create" })], "fail"))).toEqual([
      ["2 fail"],
      ["9 fail"]
    ])
  })

  it("come into it in the order of the file, each in the page it belongs to", () => {
    const changed = [importRow({ row: 3, outcome: "fail" }), importRow({ row: 7, outcome: "fail" })]
    expect(shown(mergeRows(failing, changed, "fail"))).toEqual([
      ["2 fail", "3 fail", "5 fail"],
      ["7 fail", "9 fail"]
    ])
  })

  it("behind the last page that is here are left to be asked for", () => {
    const [first] = failing
    expect(
      shown(mergeRows(first === undefined ? [] : [first], [importRow({ row: 9, outcome: "fail" })], "fail"))
    ).toEqual([["2 fail", "5 fail"]])
  })

  it("stay in the list of all with what they are now, and pages go on where they ended", () => {
    const merged = mergeRows(failing, [importRow({ row: 5, outcome: "skip" })], null)
    expect(shown(merged)).toEqual([["2 fail", "5 skip"], ["9 fail"]])
    expect(merged.map(({ next }) => next)).toEqual([5, null])
  })
})
