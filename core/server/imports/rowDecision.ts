import type { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { RowIssue, RowOutcome } from "#core/imports/FacilityImport.ts"
import type { RowProblem } from "#core/jobs/Job.ts"
import { rowProblem } from "../jobs/jobItems.ts"
import type { ImportRecord } from "./importAbout.ts"

/** A row of a file as it is kept: its cells, the secret ones empty, and those by themselves, by place. */
export interface FileRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  readonly secrets: Readonly<Record<string, string>>
  /** Why it could not be read from its file. Its cells are then as they were read, or none where one may be secret. */
  readonly issue: RowProblem | null
}

/** What a row comes to. `write` is there for those that write. */
export interface RowDecision<Write = unknown> {
  readonly outcome: RowOutcome
  /** The facility or the user that it is about, where there is one already. */
  readonly subjectID: number | null
  readonly changes: ReadonlyArray<string>
  readonly issues: ReadonlyArray<RowIssue>
  readonly problem: RowProblem | null
  /** The row that names the same first; null where that is the row itself, or it names nothing. */
  readonly repeats: number | null
  readonly write: Write | null
}

/** A row with what it comes to. `key` is what it names, as that is compared. */
export interface CheckedRow<Write = unknown> extends FileRow, RowDecision<Write> {
  readonly key: string
}

/** The row that names something first, by its key. Grows as rows are looked at, in their order. */
export type FirstRows = Map<string, number>

/** A row to look up; `key` is what it names, where that is known already. */
export interface NamedRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  readonly key?: string
  readonly issue: RowProblem | null
}

/** What rows come to, of those that were looked up. To be asked of each of them once, in their order. */
export type Decide<Write> = (rows: ReadonlyArray<FileRow>) => ReadonlyArray<CheckedRow<Write>>

/**
 * Looks up what rows name, in the company as it is now. What they come to is not decided yet: that takes longer. Writes nothing.
 */
export type LookUp<Write> = (
  user: LoggedInUser,
  about: ImportRecord,
  rows: ReadonlyArray<NamedRow>,
  firsts: FirstRows
) => Effect.Effect<Decide<Write>, SqlError>

/** A row that fails. */
export const failedRow = (issues: ReadonlyArray<RowIssue>, problem: RowProblem): RowDecision<never> => ({
  outcome: "fail",
  subjectID: null,
  changes: [],
  issues,
  problem,
  repeats: null,
  write: null
})

/** A row that is refused as a whole. */
export const refusedRow = (problem: Problem): RowDecision<never> => failedRow([], rowProblem(problem))

/** The earlier row that names the same, or null; the row is the first of its name from now on where there is none. */
export const earlierRow = (firsts: FirstRows, key: string, row: number): number | null => {
  if (key === "") return null
  const first = firsts.get(key) ?? row
  if (first === row) firsts.set(key, row)
  return first < row ? first : null
}

/** Written out: ten thousand rows took longer to be spread together than to be decided. */
export const checkedRow = <Write>(read: FileRow, decision: RowDecision<Write>, key: string): CheckedRow<Write> => ({
  row: read.row,
  cells: read.cells,
  secrets: read.secrets,
  issue: read.issue,
  outcome: decision.outcome,
  subjectID: decision.subjectID,
  changes: decision.changes,
  issues: decision.issues,
  problem: decision.problem,
  repeats: decision.repeats,
  write: decision.write,
  key
})
