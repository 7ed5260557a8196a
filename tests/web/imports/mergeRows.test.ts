import { describe, expect, it } from "vitest"
import type { RowOutcome } from "#core/imports/FacilityImport.ts"
import { mergeRows } from "#web/features/imports/mergeRows.ts"
import { importRow } from "./importFixture.ts"

const page = (rows: ReadonlyArray<readonly [number, RowOutcome]>, next: number | null = null) => ({
  data: rows.map(([row, outcome]) => importRow({ row, outcome })),
  next
})
const shown = (pages: ReturnType<typeof mergeRows>) =>
  pages.map(({ data }) => data.map(({ row, outcome }) => `${row} ${outcome}`))

describe("rows after one is fixed", () => {
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

  it("are removed from an outcome's list when theirs changes", () => {
    expect(shown(mergeRows(failing, [importRow({ row: 5, outcome: "create" })], "fail"))).toEqual([
      ["2 fail"],
      ["9 fail"]
    ])
  })

  it("are inserted in file order, each into its page", () => {
    const changed = [importRow({ row: 3, outcome: "fail" }), importRow({ row: 7, outcome: "fail" })]
    expect(shown(mergeRows(failing, changed, "fail"))).toEqual([
      ["2 fail", "3 fail", "5 fail"],
      ["7 fail", "9 fail"]
    ])
  })

  it("after the last loaded page are left for later loading", () => {
    const [first] = failing
    expect(
      shown(mergeRows(first === undefined ? [] : [first], [importRow({ row: 9, outcome: "fail" })], "fail"))
    ).toEqual([["2 fail", "5 fail"]])
  })

  it("are updated in the full list, and pages continue where they ended", () => {
    const merged = mergeRows(failing, [importRow({ row: 5, outcome: "skip" })], null)
    expect(shown(merged)).toEqual([["2 fail", "5 skip"], ["9 fail"]])
    expect(merged.map(({ next }) => next)).toEqual([5, null])
  })
})
