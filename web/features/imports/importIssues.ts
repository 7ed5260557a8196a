import type { ImportColumn, RowIssue } from "#core/imports/FacilityImport.ts"
import type { AnyImportRow } from "#core/imports/UserImport.ts"
import { unreadableRow } from "#core/imports/importWords.ts"
import type { RowProblem } from "#core/jobs/Job.ts"

/** One thing that is wrong, by itself: what the list of the check is made of. */
export interface Issue extends Omit<RowIssue, "field"> {
  /** The same for the same cell of the same row, also once it was fixed and is still wrong. */
  readonly id: number
  readonly row: number
  /** The header of its column, or what it is called where the file has no such column. */
  readonly header: string
  /** The row could not be read from the file: all of its cells are fixed together. */
  readonly fixesRow: boolean
}

/** More than columns and fields there are, so that no two issues have the same id. */
const perRow = 1000

const wholeRow = ({ error, fix }: RowProblem): Omit<RowIssue, "field"> => ({
  column: null,
  label: "Whole row",
  expected: error,
  found: "",
  fix
})

/** Every issue of rows, in the order of the file. */
export const issuesOf = (
  rows: ReadonlyArray<AnyImportRow>,
  columns: ReadonlyArray<ImportColumn>
): ReadonlyArray<Issue> =>
  rows.flatMap(({ row, issues, problem }) => {
    const seen = new Set<number>()
    // Some rows are refused as they are, not for one of their cells.
    const whole = issues.length > 0 || problem === null ? [] : [wholeRow(problem)]
    return [...issues, ...whole].map((issue, nth) => {
      // By its column, so that another one that is fixed does not rename it; several of one column are told apart by place.
      let at = issue.column ?? perRow / 2 + nth
      while (seen.has(at)) at += 1
      seen.add(at)
      return {
        ...issue,
        row,
        fixesRow: problem?.code === unreadableRow,
        id: row * perRow + at,
        header: (issue.column === null ? undefined : columns[issue.column]?.header) ?? issue.label
      }
    })
  })

/** What stands in the cell of an issue, to be fixed; a secret is typed anew. */
export const cellOf = (issue: Issue, columns: ReadonlyArray<ImportColumn>): string =>
  issue.column === null || columns[issue.column]?.secret === true ? "" : issue.found
