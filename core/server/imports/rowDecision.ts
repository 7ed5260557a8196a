import type { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, UserId } from "#core/base/ids.ts"
import type { RowIssue, RowOutcome } from "#core/imports/FacilityImport.ts"
import type { RowProblem } from "#core/jobs/Job.ts"
import { rowProblem } from "../jobs/jobItems.ts"
import type { ImportRecord } from "./importAbout.ts"

/** A stored row of a file: its cells (secret ones empty), and its secrets by column index. */
export interface FileRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  readonly secrets: Readonly<Record<string, string>>
  /** Why it could not be read. Its cells are then unprocessed, or empty if one may be secret. */
  readonly issue: RowProblem | null
}

/** The ID of what a row is about. */
export type SubjectId = FacilityId | UserId

/** The outcome of a row. Rows that change something have a `write`. */
export interface RowDecision<Write = unknown> {
  readonly outcome: RowOutcome
  /** The existing facility or user that it is about. */
  readonly subjectID: SubjectId | null
  readonly changes: ReadonlyArray<string>
  readonly issues: ReadonlyArray<RowIssue>
  readonly problem: RowProblem | null
  /** The first row with the same name; null if that is this row, or if it has no name. */
  readonly repeats: number | null
  readonly write: Write | null
}

/** A row with its outcome. `key` is its normalized name. */
export interface CheckedRow<Write = unknown> extends FileRow, RowDecision<Write> {
  readonly key: string
}

/** The first row of each name, by key. Filled while rows are checked in order. */
export type FirstRows = Map<string, number>

/** A row to look up; `key` is its normalized name, if already known. */
export interface NamedRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  readonly key?: string
  readonly issue: RowProblem | null
}

/** Decides the outcomes of looked-up rows. Call it once for each row, in order. */
export type Decide<Write> = (rows: ReadonlyArray<FileRow>) => ReadonlyArray<CheckedRow<Write>>

/**
 * Looks up what rows name (facilities, users) in the company's current state. Deciding is a separate step because it takes
 * longer. Writes nothing.
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

/** The earlier row with the same name, or null; then this row is the first with its name. */
export const earlierRow = (firsts: FirstRows, key: string, row: number): number | null => {
  if (key === "") return null
  const first = firsts.get(key) ?? row
  if (first === row) firsts.set(key, row)
  return first < row ? first : null
}

/** Written without spreads: for ten thousand rows, spreading took longer than deciding. */
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
