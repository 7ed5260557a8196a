import { describe, expect, it } from "vitest"
import { cellOf, issuesOf } from "#web/features/imports/importIssues.ts"
import { importColumn, importRow } from "./importFixture.ts"

const issue = (column: number | null, found = "x") => ({
  column,
  field: "street" as const,
  label: "Address",
  expected: "y",
  found,
  fix: "z"
})
const columns = [importColumn({ header: "Name" }), importColumn({ header: "Key", secret: true })]

describe("the issue list", () => {
  it("names rows and headers, and has a unique ID for each issue", () => {
    const issues = issuesOf(
      [importRow({ row: 2, issues: [issue(0), issue(null), issue(null)] }), importRow({ row: 3, issues: [issue(1)] })],
      columns
    )
    expect(issues.map(({ row, header }) => [row, header])).toEqual([
      [2, "Name"],
      [2, "Address"],
      [2, "Address"],
      [3, "Key"]
    ])
    expect(new Set(issues.map(({ id }) => id)).size).toBe(4)
  })

  it("keeps a cell's ID when its error changes, and its neighbors' when it is fixed", () => {
    const ids = (issues: ReadonlyArray<ReturnType<typeof issue>>) =>
      issuesOf([importRow({ row: 4, issues })], columns).map(({ id }) => id)
    const [first, second] = ids([issue(0), issue(1)])
    expect(ids([issue(0, "other"), issue(1)])).toEqual([first, second])
    expect(ids([issue(1)])).toEqual([second])
  })

  it("has one entry for a row that is refused as a whole", () => {
    const problem = { code: "FmsFixed", error: "This software cannot be chosen.", fix: "Contact support." }
    expect(issuesOf([importRow({ row: 7, outcome: "fail", problem })], columns)).toMatchObject([
      { row: 7, column: null, header: "Whole row", expected: problem.error, fix: problem.fix }
    ])
    expect(issuesOf([importRow({ row: 7, outcome: "fail", problem, issues: [issue(0)] })], columns)).toHaveLength(1)
  })

  it("says which rows are fixed as a whole", () => {
    const problem = { code: "UnreadableRow", error: "Row 7 has 2 cells, the header has 3 cells.", fix: "Fix it." }
    expect(issuesOf([importRow({ row: 7, outcome: "fail", problem })], columns)).toMatchObject([
      { row: 7, header: "Whole row", expected: problem.error, fixesRow: true }
    ])
    expect(issuesOf([importRow({ row: 7, issues: [issue(0)] })], columns)).toMatchObject([{ fixesRow: false }])
  })

  it("never shows a secret in a field", () => {
    const [shown, secret] = issuesOf([importRow({ issues: [issue(0), issue(1, "hunter2")] })], columns)
    expect(shown === undefined ? null : cellOf(shown, columns)).toBe("x")
    expect(secret === undefined ? null : cellOf(secret, columns)).toBe("")
  })
})
