import { countText } from "#core/base/countText.ts"
import { inSentences } from "#core/base/inSentences.ts"
import type { Terminal } from "./Terminal.ts"

/** The problem of a row and its fix. */
export interface RowIssue {
  readonly error: string
  readonly fix: string
}

interface FailedRow {
  /** Its number in the file. */
  readonly row: number
  readonly problem: RowIssue | null
}

/** Rows of a file that failed, or would fail: the first of them, and how many there are. */
export interface FailedRows {
  readonly first: ReadonlyArray<FailedRow>
  readonly count: number
}

/** The number of failed rows printed; the errors file has all of them. */
export const printedRows = 5

export const noFailedRows: FailedRows = { first: [], count: 0 }

/** These rows and one more. */
export const withRow = ({ first, count }: FailedRows, row: FailedRow): FailedRows => ({
  first: first.length < printedRows ? [...first, row] : first,
  count: count + 1
})

/** Prints the problems of the first rows. */
export const tellFailedRows = (terminal: Terminal, { first, count }: FailedRows): void => {
  for (const { row, problem } of first) {
    if (problem !== null) terminal.talk(`Row ${row}: ${inSentences(problem.error, problem.fix)}`)
  }
  if (count > first.length) terminal.talk(`... and ${countText(count - first.length)} more`)
}
