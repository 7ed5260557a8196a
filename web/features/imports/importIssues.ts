import type { ImportColumn, RowIssue } from "#core/imports/FacilityImport.ts"
import type { AnyImportRow } from "#core/imports/UserImport.ts"
import { unreadableRow } from "#core/imports/importWords.ts"
import type { RowProblem } from "#core/jobs/Job.ts"

/** One error of a row: an item of the check list. */
export interface Issue extends Omit<RowIssue, "field"> {
  /** Stable per row and cell, also when a fix leaves the cell invalid. */
  readonly id: number
  readonly row: number
  /** The column's header, or the field's name if the file has no such column. */
  readonly header: string
  /** The row couldn't be read from the file, so all of its cells are fixed together. */
  readonly fixesRow: boolean
}

/** More than columns and fields combined, so that IDs are unique. */
const perRow = 1000

const wholeRow = ({ error, fix }: RowProblem): Omit<RowIssue, "field"> => ({
  column: null,
  label: "Whole row",
  expected: error,
  found: "",
  fix
})

/** All issues of the rows, in file order. */
export const issuesOf = (
  rows: ReadonlyArray<AnyImportRow>,
  columns: ReadonlyArray<ImportColumn>
): ReadonlyArray<Issue> =>
  rows.flatMap(({ row, issues, problem }) => {
    const seen = new Set<number>()
    // Some rows are rejected as a whole and not because of a cell.
    const whole = issues.length > 0 || problem === null ? [] : [wholeRow(problem)]
    return [...issues, ...whole].map((issue, nth) => {
      // Number by column, so that fixing one issue doesn't renumber the others. Issues in the same column are
      // numbered in order.
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

/** Initial text when fixing an issue's cell. Secrets must be typed again. */
export const cellOf = (issue: Issue, columns: ReadonlyArray<ImportColumn>): string =>
  issue.column === null || columns[issue.column]?.secret === true ? "" : issue.found
