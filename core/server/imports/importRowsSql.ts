import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { RowIssue } from "#core/imports/FacilityImport.ts"
import type { ImportKind, JobRowOutcome, RowProblem } from "#core/jobs/Job.ts"
import { arrayText } from "../db/arrayText.ts"
import type { CheckedRow, FileRow, RowDecision } from "./rowDecision.ts"
import type { ImportRecord } from "./importAbout.ts"
import type { JobKey } from "../jobs/jobKey.ts"

/** The secrets of a row without any. */
export const noSecrets: FileRow["secrets"] = {}

/** The stored part of a decision besides its messages, for the screen. */
export interface RowFacts {
  readonly issues: ReadonlyArray<RowIssue>
  readonly changes: ReadonlyArray<string>
  /** The first row with the same name; null if there is none before it, or no name. */
  readonly repeats: number | null
}

const factsOf = ({ issues, changes, repeats }: RowDecision): RowFacts | null =>
  issues.length === 0 && changes.length === 0 ? null : { issues, changes, repeats }

/** The planned outcome in the terms of jobs. */
export const outcomeOf = ({ outcome }: RowDecision): "apply" | "refuse" | "nothing" =>
  outcome === "fail" ? "refuse" : outcome === "skip" ? "nothing" : "apply"

/** The column with the id of a row's facility or user. */
export const subjectColumn: Readonly<Record<ImportKind, string>> = {
  importFacilities: "facility_id",
  importUsers: "user_id"
}

/**
 * The plan of rows as an SQL table, column by column, which is parsed in a third of the time of JSON. Cells have columns too,
 * because nested arrays are parsed twice. `cells` reassembles those of a row.
 */
const planned = (sql: SqlClient.SqlClient, rows: ReadonlyArray<CheckedRow>) => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const names = Array.from({ length: width }, (_, nth) => `c${nth}`)
  const columns = names.map((_, nth) => sql`, ${arrayText(rows.map(({ cells }) => cells[nth] ?? null))}::text[]`)
  // Cells are never null, so a null is a missing cell at the end of a row.
  const cells = sql.literal(`array_remove(ARRAY[${names.map((name) => `n.${name}`).join(", ")}]::text[], NULL)`)
  const table = sql`
    unnest(${arrayText(rows.map(({ row }) => row))}::int[], ${arrayText(rows.map(({ key }) => key))}::text[],
      ${arrayText(rows.map(outcomeOf))}::text[], ${arrayText(rows.map(({ problem }) => problem))}::json[],
      ${arrayText(rows.map(({ subjectID }) => subjectID))}::int[],
      ${arrayText(rows.map(({ outcome }) => outcome === "create"))}::boolean[], ${arrayText(rows.map(factsOf))}::json[],
      ${arrayText(rows.map(({ issue }) => issue))}::json[]${columns.reduce((all, each) => sql`${all}${each}`, sql``)})
      AS n("row", serial, plan, problem, subject, creates, facts, issue${sql.literal(names.map((name) => `, ${name}`).join(""))})`
  return { table, cells }
}

/** The statement that stores new rows of an import with their plan. */
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

/** Stores secret cells of existing rows. */
export const writeSealed = Effect.fnUntraced(function* (jobKey: JobKey, sealed: ReadonlyMap<number, Uint8Array>) {
  if (sealed.size === 0) return
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE job_rows r SET sealed = nullif(s.sealed, ''::bytea)
    FROM unnest(${[...sealed.keys()]}::int[], ${[...sealed.values()]}::bytea[]) AS s("row", sealed)
    WHERE r.job_id = ${jobKey} AND r.row = s."row"`
})

/** Stores another plan of existing rows, and their cells if `withCells`. Returns the rows whose plan changed. */
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

/** Stores the totals of an import's plan, when all its rows are in memory. */
export const keepCounts = Effect.fnUntraced(function* (
  jobKey: JobKey,
  at: string,
  planned: { readonly total: number; readonly apply: number; readonly refuse: number; readonly create: number }
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE jobs SET total = ${planned.total}, planned = ${planned.total}, would_apply = ${planned.apply},
      would_fail = ${planned.refuse}, would_create = ${planned.create}, updated_at = ${at}::timestamptz
    WHERE job_id = ${jobKey}`
})

/** Recomputes the totals of an import's plan. */
export const recount = Effect.fnUntraced(function* (jobKey: JobKey, at: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE jobs j SET total = n.total, planned = n.total, would_apply = n.apply, would_fail = n.refuse,
      would_create = n.create, updated_at = ${at}::timestamptz
    FROM (SELECT count(*)::int AS total, (count(*) FILTER (WHERE plan = 'apply'))::int AS apply,
      (count(*) FILTER (WHERE plan = 'apply' AND creates))::int AS create,
      (count(*) FILTER (WHERE plan = 'refuse'))::int AS refuse FROM job_rows WHERE job_id = ${jobKey}) n
    WHERE j.job_id = ${jobKey}`
})

/** A stored row, to be checked again. */
export interface KeptRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  readonly sealed: Uint8Array | null
  readonly issue: RowProblem | null
  readonly key: string
  /** The first row with the same name, as planned; null if there is none before it, or no name. */
  readonly repeats: number | null
  readonly plan: JobRowOutcome
}

const keptColumns = `r.row, r.plan, r.cells, r.sealed, r.issue, r.serial AS key, (r.facts ->> 'repeats')::int AS repeats`

/** Rows after `from`, in order. */
export const keptRows = Effect.fnUntraced(function* (jobKey: JobKey, from: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<KeptRow>`
    SELECT ${sql.literal(keptColumns)} FROM job_rows r
    WHERE r.job_id = ${jobKey} AND r.row > ${from} ORDER BY r.row LIMIT ${count}`
})

/** A row, and all rows with one of these names. */
export const namesakes = Effect.fnUntraced(function* (jobKey: JobKey, row: number, keys: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<KeptRow>`
    SELECT ${sql.literal(keptColumns)} FROM job_rows r
    WHERE r.job_id = ${jobKey} AND (r.row = ${row} OR (r.serial = ANY(${[...keys]}::text[]) AND r.serial <> ''))
    ORDER BY r.row`
})
