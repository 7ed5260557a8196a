import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { arrayText } from "../db/arrayText.ts"
import type { RowOutcome } from "../jobs/jobSql.ts"
import type { ImportRecord } from "./importAbout.ts"
import { subjectColumn } from "./importRowsSql.ts"
import type { SubjectId } from "./rowDecision.ts"

/** The outcome of an import row, and its facility or user. */
export interface ImportOutcome extends RowOutcome {
  readonly subjectID: SubjectId | null
  readonly creates: boolean
}

/** Consecutive rows of the same outcome whose records and subjects are consecutive too: described by the first and last one. */
interface Run {
  readonly first: ImportOutcome
  last: ImportOutcome
}

const follows = (before: number | null, next: number | null): boolean =>
  before === null ? next === null : next === before + 1

const continues = (before: ImportOutcome, next: ImportOutcome): boolean =>
  next.row === before.row + 1 &&
  next.outcome === before.outcome &&
  next.creates === before.creates &&
  next.problem === null &&
  before.problem === null &&
  follows(before.auditSeq, next.auditSeq) &&
  follows(before.subjectID, next.subjectID)

const runsOf = (outcomes: ReadonlyArray<ImportOutcome>): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (const outcome of outcomes) {
    const run = runs.at(-1)
    if (run !== undefined && continues(run.last, outcome)) run.last = outcome
    else runs.push({ first: outcome, last: outcome })
  }
  return runs
}

/**
 * Stores the outcomes of import rows. New facilities and users are numbered like their rows, so most imports are a single run,
 * which takes half the time of one value per row.
 */
export const writeOutcomes = Effect.fnUntraced(function* (
  { jobKey, kind }: Pick<ImportRecord, "jobKey" | "kind">,
  outcomes: ReadonlyArray<ImportOutcome>
) {
  const sql = yield* SqlClient.SqlClient
  const runs = runsOf(outcomes)
  const column = (of: (outcome: ImportOutcome) => string | number | boolean | object | null) =>
    arrayText(runs.map(({ first }) => of(first)))
  yield* sql`
    UPDATE job_rows r SET outcome = w.outcome, outcome_problem = w.problem, audit_seq = w.seq + r.row - w.first,
      ${sql.literal(subjectColumn[kind])} = w.subject + r.row - w.first, creates = w.creates, sealed = NULL
    FROM unnest(${column(({ row }) => row)}::int[], ${arrayText(runs.map(({ last }) => last.row))}::int[],
      ${column(({ outcome }) => outcome)}::text[], ${column(({ problem }) => problem)}::json[],
      ${column(({ auditSeq }) => auditSeq)}::bigint[], ${column(({ subjectID }) => subjectID)}::int[],
      ${column(({ creates }) => creates)}::boolean[]) AS w(first, last, outcome, problem, seq, subject, creates)
    WHERE r.job_id = ${jobKey} AND r.row BETWEEN w.first AND w.last`
})
