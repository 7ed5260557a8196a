import type { JobId } from "#core/base/ids.ts"
import { nameText } from "#core/base/nameText.ts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type {
  FacilityImport,
  ImportColumn,
  ImportRow,
  OutcomeCounts,
  RowOutcome
} from "#core/imports/FacilityImport.ts"
import { ImportNotFound } from "#core/imports/ImportErrors.ts"
import { importRefusal } from "#core/imports/importRefusal.ts"
import { missingFields } from "#core/imports/importMapping.ts"
import { fieldsOfImport } from "#core/imports/importFields.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { ImportKind, JobState, RowProblem } from "#core/jobs/Job.ts"
import { jobOf, type JobRecord } from "../jobs/jobSql.ts"
import { openSecrets } from "./importAbout.ts"
import { type RowFacts, subjectColumn } from "./importRowsSql.ts"
import type { JobKey } from "../jobs/jobKey.ts"

/** The import state that corresponds to each job state. */
const states: Readonly<Record<JobState, FacilityImport["state"]>> = {
  receiving: "planned",
  applying: "committing",
  done: "done",
  cancelled: "cancelled"
}

/** An import in the API's format. The schema of user imports drops the facility fields. */
export interface PresentedImport extends Omit<FacilityImport, "kind"> {
  readonly kind: ImportKind
}

/** The field that names a row's subject. */
const nameFields: Readonly<Record<ImportKind, ImportFieldName>> = {
  importFacilities: "facilityName",
  importUsers: "email"
}

/** The planned or actual outcome of a row, in import terms. */
const outcomeSql = `CASE coalesce(r.outcome, r.plan) WHEN 'refuse' THEN 'fail' WHEN 'nothing' THEN 'skip'
  ELSE CASE WHEN r.creates THEN 'create' ELSE 'update' END END`

/** An import of a kind that the user may use: its job and its own stored data. */
export const importOf = Effect.fnUntraced(function* (user: LoggedInUser, kind: ImportKind, jobID: JobId) {
  const sql = yield* SqlClient.SqlClient
  const job = yield* Effect.catchTag(jobOf(user, jobID), "JobNotFound", () => new ImportNotFound())
  if (job.kind !== kind) return yield* new ImportNotFound()
  const [kept] = yield* sql<{
    mode: FacilityImport["mode"]
    software: FmsId
    columns: ReadonlyArray<ImportColumn>
    encoding: FacilityImport["encoding"]
    plan: OutcomeCounts | null
  }>`
    SELECT i.mode, i.management_software AS software, i.columns, i.encoding, CASE WHEN j.would_create IS NOT NULL THEN
      json_build_object('create', j.would_create, 'update', j.would_apply - j.would_create,
        'skip', j.total - j.would_apply - j.would_fail, 'fail', j.would_fail) END AS plan
    FROM imports i JOIN jobs j USING (job_id)
    WHERE i.job_id = ${job.jobKey} AND i.company_id = ${user.companyID}`
  return kept === undefined ? yield* new ImportNotFound() : { job, ...kept }
})

/** Why a user with the access for its kind may not run an import, or null. Importing users needs nothing else. */
export const importRunRefusal = Effect.fnUntraced(function* (user: LoggedInUser, { jobKey, kind }: JobRecord) {
  if (kind === "importUsers") return null
  const sql = yield* SqlClient.SqlClient
  const [kept] = yield* sql<{ software: FmsId }>`
    SELECT management_software AS software FROM imports WHERE job_id = ${jobKey}`
  return kept === undefined ? null : importRefusal(user, kept.software)
})

/** The number of rows of an import by outcome, planned or actual. */
const countsOf = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  const [counts] = yield* sql<OutcomeCounts>`
    SELECT (count(*) FILTER (WHERE o = 'create'))::int AS create, (count(*) FILTER (WHERE o = 'update'))::int AS update,
      (count(*) FILTER (WHERE o = 'skip'))::int AS skip, (count(*) FILTER (WHERE o = 'fail'))::int AS fail
    FROM (SELECT ${sql.literal(outcomeSql)} AS o FROM job_rows r WHERE r.job_id = ${jobKey}) each`
  return counts ?? { create: 0, update: 0, skip: 0, fail: 0 }
})

/** An import that the user may use, in the API's format, with its totals. */
export const presentImport = Effect.fnUntraced(function* (user: LoggedInUser, kind: ImportKind, jobID: JobId) {
  const { job, mode, software, columns, encoding, plan } = yield* importOf(user, kind, jobID)
  const presented: PresentedImport = {
    importID: job.jobID,
    kind,
    state: states[job.state],
    running: job.running,
    mode,
    managementSoftware: software,
    managementSoftwareName: Fms.label(software),
    source: job.source,
    encoding,
    columns,
    missing: missingFields(
      fieldsOfImport(kind, software),
      columns.map(({ field }) => field)
    ).map(({ name }) => name),
    total: job.total,
    // Until the first row is done, all outcomes are those of the plan.
    counts: job.done === 0 && plan !== null ? plan : yield* countsOf(job.jobKey),
    done: job.done,
    failed: job.failed,
    createdBy: job.createdBy,
    createdOn: job.createdOn,
    updatedOn: job.updatedOn
  }
  return presented
})

/**
 * An import row of any kind in the API's format: the name in the file, and the id of the updated or created facility or user.
 */
export interface PresentedRow extends Omit<ImportRow, "facilityName" | "facilityID"> {
  readonly name: string
  readonly subjectID: number | null
}

interface Row extends Omit<PresentedRow, "name" | "secretsSet" | "changes" | "issues" | "extraCells"> {
  readonly sealed: Uint8Array | null
  readonly facts: RowFacts | null
}

/** The maximum number of cells among the failed rows. */
export const widestFailure = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  const [widest] = yield* sql<{ cells: number }>`
    SELECT coalesce(max(cardinality(r.cells)), 0) AS cells FROM job_rows r
    WHERE r.job_id = ${jobKey} AND ${sql.literal(outcomeSql)} = 'fail'`
  return widest?.cells ?? 0
})

/** Which rows to return. */
export interface RowsQuery {
  readonly from: number
  readonly count: number
  readonly outcome?: RowOutcome | undefined
  /** Only these. */
  readonly rows?: ReadonlyArray<number>
}

/** Rows of an import of the user's company, in the API's format. Secret cells are only marked, never returned. */
export const importRows = Effect.fnUntraced(function* (
  { companyID }: LoggedInUser,
  { jobKey, kind }: { readonly jobKey: JobKey; readonly kind: ImportKind },
  columns: ReadonlyArray<ImportColumn>,
  { from, count, outcome, rows }: RowsQuery
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<Row & { readonly problem: RowProblem | null }>`
    SELECT r.row, r.cells, r.sealed, ${sql.literal(outcomeSql)} AS outcome,
      r.outcome IS NOT NULL AS done, ${sql.literal(`r.${subjectColumn[kind]}`)} AS "subjectID", r.facts,
      CASE WHEN r.outcome IS NULL THEN r.plan_problem ELSE r.outcome_problem END AS problem, r.audit_seq AS "auditSeq"
    FROM job_rows r
    WHERE r.job_id = ${jobKey} AND r.row > ${from}
      ${outcome === undefined ? sql`` : sql`AND ${sql.literal(outcomeSql)} = ${outcome}`}
      ${rows === undefined ? sql`` : sql`AND r.row = ANY(${[...rows]}::int[])`}
    ORDER BY r.row LIMIT ${count}`
  const nameAt = columns.findIndex(({ field }) => field === nameFields[kind])
  return yield* Effect.forEach(found, ({ sealed, facts, ...row }) =>
    Effect.map(openSecrets(companyID, jobKey, { row: row.row, sealed }), (secrets): PresentedRow => ({
      ...row,
      cells: columns.map((_, nth) => row.cells[nth] ?? ""),
      extraCells: row.cells.slice(columns.length),
      name: nameAt < 0 ? "" : nameText(row.cells[nameAt] ?? ""),
      secretsSet: Object.keys(secrets).map(Number),
      issues: row.outcome === "fail" ? (facts?.issues ?? []) : [],
      changes: row.outcome === "update" ? (facts?.changes ?? []) : []
    }))
  )
})
