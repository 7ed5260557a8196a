import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { RowIssue } from "#core/imports/FacilityImport.ts"
import type { ImportKind, RowFate, RowProblem } from "#core/jobs/Job.ts"
import { arrayText } from "../db/arrayText.ts"
import type { CheckedRow, FileRow, RowDecision } from "./rowDecision.ts"
import type { ImportRecord } from "./importAbout.ts"
import type { JobKey } from "../jobs/jobKey.ts"

/** The secrets of a row that has none. */
export const noSecrets: FileRow["secrets"] = {}

/** What is kept of a decision besides the words: read back for the screen. */
export interface RowFacts {
  readonly issues: ReadonlyArray<RowIssue>
  readonly changes: ReadonlyArray<string>
  /** The first row of the same name; null where there is none before it, or no name. */
  readonly repeats: number | null
}

const factsOf = ({ issues, changes, repeats }: RowDecision): RowFacts | null =>
  issues.length === 0 && changes.length === 0 ? null : { issues, changes, repeats }

/** The plan of a row in the words of the ledger. */
export const fateOf = ({ outcome }: RowDecision): "apply" | "refuse" | "nothing" =>
  outcome === "fail" ? "refuse" : outcome === "skip" ? "nothing" : "apply"

/** The column of a row that says which facility or user it is about. */
export const subjectColumn: Readonly<Record<ImportKind, string>> = {
  importFacilities: "facility_id",
  importUsers: "user_id"
}

/**
 * The plan of rows as a table of the database: by columns, each read in a third of the time that JSON took, and the cells as well by
 * columns of their own: a list of lists is read twice. `cells` is what puts those of a row together.
 */
const planned = (sql: SqlClient.SqlClient, rows: ReadonlyArray<CheckedRow>) => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const names = Array.from({ length: width }, (_, nth) => `c${nth}`)
  const columns = names.map((_, nth) => sql`, ${arrayText(rows.map(({ cells }) => cells[nth] ?? null))}::text[]`)
  // A cell is a text, so that what is missing at the end of a row is the only null.
  const cells = sql.literal(`array_remove(ARRAY[${names.map((name) => `n.${name}`).join(", ")}]::text[], NULL)`)
  const table = sql`
    unnest(${arrayText(rows.map(({ row }) => row))}::int[], ${arrayText(rows.map(({ key }) => key))}::text[],
      ${arrayText(rows.map(fateOf))}::text[], ${arrayText(rows.map(({ problem }) => problem))}::json[],
      ${arrayText(rows.map(({ subjectID }) => subjectID))}::int[],
      ${arrayText(rows.map(({ outcome }) => outcome === "create"))}::boolean[], ${arrayText(rows.map(factsOf))}::json[],
      ${arrayText(rows.map(({ issue }) => issue))}::json[]${columns.reduce((all, each) => sql`${all}${each}`, sql``)})
      AS n("row", serial, plan, problem, subject, creates, facts, issue${sql.literal(names.map((name) => `, ${name}`).join(""))})`
  return { table, cells }
}

/** The statement that keeps new rows of an import with their plan. */
export const insertion = (
  sql: SqlClient.SqlClient,
  { jobKey, kind }: Pick<ImportRecord, "jobKey" | "kind">,
  rows: ReadonlyArray<CheckedRow>
) => {
  const { table, cells } = planned(sql, rows)
  return sql`
    INSERT INTO job_rows (job_id, row, serial, plan, plan_problem, ${sql.literal(subjectColumn[kind])}, creates, facts, cells, issue)
    SELECT ${jobKey}, n.row, n.serial, n.plan, n.problem, n.subject, n.creates, n.facts, ${cells}, n.issue
    FROM ${table}`
}

/** Keeps secret cells of rows that are there. */
export const writeSealed = Effect.fnUntraced(function* (jobKey: JobKey, sealed: ReadonlyMap<number, Uint8Array>) {
  if (sealed.size === 0) return
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE job_rows r SET sealed = nullif(s.sealed, ''::bytea)
    FROM unnest(${[...sealed.keys()]}::int[], ${[...sealed.values()]}::bytea[]) AS s("row", sealed)
    WHERE r.job_id = ${jobKey} AND r.row = s."row"`
})

/** Writes another plan of rows that are there, and what was read of them where `withCells`. Returns the rows that are different now. */
export const replanRows = Effect.fnUntraced(function* (
  { jobKey, kind }: Pick<ImportRecord, "jobKey" | "kind">,
  rows: ReadonlyArray<CheckedRow>,
  withCells: boolean
) {
  const sql = yield* SqlClient.SqlClient
  const subject = sql.literal(subjectColumn[kind])
  const { table, cells } = planned(sql, rows)
  const now = sql`n.serial, n.plan, n.problem::jsonb, n.subject, n.creates, n.facts::jsonb ${withCells ? sql`, ${cells}` : sql``}`
  const different = yield* sql<{ row: number }>`
    UPDATE job_rows r SET serial = n.serial, plan = n.plan, plan_problem = n.problem, ${subject} = n.subject,
      creates = n.creates, facts = n.facts
      ${withCells ? sql`, cells = ${cells}, issue = n.issue` : sql``}
    FROM ${table}
    WHERE r.job_id = ${jobKey} AND r.row = n.row
      AND (r.serial, r.plan, r.plan_problem::jsonb, r.${subject}, r.creates, r.facts::jsonb
          ${withCells ? sql`, r.cells` : sql``}) IS DISTINCT FROM (${now})
    RETURNING r.row`
  return different.map(({ row }) => row)
})

/** Keeps what the plan of a job comes to, where all of its rows are at hand. */
export const keepCounts = Effect.fnUntraced(function* (
  jobKey: JobKey,
  at: string,
  { total, apply, refuse }: { readonly total: number; readonly apply: number; readonly refuse: number }
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE jobs SET total = ${total}, planned = ${total}, would_apply = ${apply}, would_fail = ${refuse},
      updated_at = ${at}::timestamptz
    WHERE job_id = ${jobKey}`
})

/** Counts the plan of a job again. */
export const recount = Effect.fnUntraced(function* (jobKey: JobKey, at: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE jobs j SET total = n.total, planned = n.total, would_apply = n.apply, would_fail = n.refuse,
      updated_at = ${at}::timestamptz
    FROM (SELECT count(*)::int AS total, (count(*) FILTER (WHERE plan = 'apply'))::int AS apply,
      (count(*) FILTER (WHERE plan = 'refuse'))::int AS refuse FROM job_rows WHERE job_id = ${jobKey}) n
    WHERE j.job_id = ${jobKey}`
})

/** A row as it is read back to be looked at again. */
export interface KeptRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  readonly sealed: Uint8Array | null
  readonly issue: RowProblem | null
  readonly key: string
  /** The first row of the same name, as planned; null where there is none before it, or no name. */
  readonly repeats: number | null
  readonly plan: RowFate
}

const keptColumns = `r.row, r.plan, r.cells, r.sealed, r.issue, r.serial AS key, (r.facts ->> 'repeats')::int AS repeats`

/** Rows behind `from`, in order. */
export const keptRows = Effect.fnUntraced(function* (jobKey: JobKey, from: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<KeptRow>`
    SELECT ${sql.literal(keptColumns)} FROM job_rows r
    WHERE r.job_id = ${jobKey} AND r.row > ${from} ORDER BY r.row LIMIT ${count}`
})

/** A row, and those that have one of these names. */
export const namesakes = Effect.fnUntraced(function* (jobKey: JobKey, row: number, keys: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<KeptRow>`
    SELECT ${sql.literal(keptColumns)} FROM job_rows r
    WHERE r.job_id = ${jobKey} AND (r.row = ${row} OR (r.serial = ANY(${[...keys]}::text[]) AND r.serial <> ''))
    ORDER BY r.row`
})
