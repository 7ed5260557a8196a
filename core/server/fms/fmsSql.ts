import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, FacilityId, FmsRunId } from "#core/base/ids.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import type { FmsRun } from "#core/fms/FmsRun.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { type FmsFault, type FmsResultId, type FmsTestResult, outcomeOf } from "#core/fms/FmsTestResult.ts"

/** FMS with a connector. */
export const wiredSystems: ReadonlyArray<FmsId> = Fms.ids.filter((id) => fmsProfiles[id].connection === "wire")

/** The condition for facilities that a restricted user can see. */
export const withinReach = (sql: SqlClient.SqlClient, user: LoggedInUser, column: string) =>
  user.facilityIDs.length === 0 ? sql`` : sql`AND ${sql.literal(column)} = ANY(${[...user.facilityIDs]}::int[])`

/** Open facilities of a company that have a connection to test; the condition uses tables f and c. */
export const testable = (sql: SqlClient.SqlClient) => sql`
  f.is_active AND f.management_software = ANY(${[...wiredSystems]}::int[])
    AND coalesce(c.mode, ${IntegrationMode.id.ViaFms}) = ${IntegrationMode.id.ViaFms}`

interface ResultRow extends Omit<FmsFault, "stage"> {
  readonly resultID: FmsResultId
  readonly facilityID: FacilityId
  readonly facilityName: string
  readonly managementSoftware: FmsId
  readonly ok: boolean
  readonly stage: FmsFault["stage"] | null
  readonly latencyMs: number
  readonly callsUsed: number
  readonly simulated: boolean
  readonly previousResult: boolean | null
  readonly timestamp: string
  readonly manualTest: boolean
}

const resultColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`r.result_id AS "resultID", r.facility_id AS "facilityID", f.name AS "facilityName",
  r.fms::int AS "managementSoftware", r.ok, r.stage, coalesce(r.code, '') AS code, r.sample, iso(r.retry_at) AS "retryAt",
  r.latency_ms AS "latencyMs", r.calls AS "callsUsed", r.simulated, r.manual AS "manualTest", iso(r.tested_at) AS timestamp,
  (SELECT p.ok FROM fms_results p WHERE p.company_id = r.company_id AND p.facility_id = r.facility_id
    AND p.result_id < r.result_id ORDER BY p.result_id DESC LIMIT 1) AS "previousResult"`)

const presentResult = (row: ResultRow): FmsTestResult => {
  const { ok, stage, code, sample, retryAt, latencyMs, callsUsed, simulated, ...facts } = row
  const fault = ok || stage === null ? null : { stage, code, sample, retryAt }
  return {
    ...facts,
    managementSoftwareName: Fms.label(row.managementSoftware),
    ...outcomeOf(row.managementSoftware, fault, { latencyMs, callsUsed, simulated })
  }
}

/** The latest result of each facility that the user can see, for its current FMS. */
export const lastResults = Effect.fnUntraced(function* (user: LoggedInUser) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<ResultRow>`
    SELECT ${resultColumns(sql)} FROM facilities f LEFT JOIN facility_fms c USING (facility_id)
    CROSS JOIN LATERAL (
      SELECT * FROM fms_results l WHERE l.company_id = ${user.companyID} AND l.facility_id = f.facility_id
      ORDER BY l.result_id DESC LIMIT 1) r
    WHERE f.company_id = ${user.companyID} AND r.fms = f.management_software AND ${testable(sql)}
      ${withinReach(sql, user, "f.facility_id")}`
  return rows.map(presentResult)
})

/** Filters for results; undefined does not filter. */
export interface ResultsQuery {
  readonly since: string | undefined
  readonly runID: FmsRunId | undefined
  readonly facilityID: FacilityId | undefined
  readonly latest: boolean | undefined
  readonly from: FmsResultId | undefined
  readonly count: number
}

/** Results of the user's facilities, newest first. */
export const resultsOf = Effect.fnUntraced(function* (user: LoggedInUser, query: ResultsQuery) {
  const sql = yield* SqlClient.SqlClient
  const { since, runID, facilityID, latest, from, count } = query
  const rows = yield* sql<ResultRow>`
    SELECT ${resultColumns(sql)} FROM fms_results r JOIN facilities f USING (facility_id)
    WHERE r.company_id = ${user.companyID} AND f.company_id = ${user.companyID}
      ${withinReach(sql, user, "r.facility_id")}
      ${since === undefined ? sql`` : sql`AND r.tested_at >= ${since}::timestamptz`}
      ${runID === undefined ? sql`` : sql`AND r.run_id = ${runID}`}
      ${facilityID === undefined ? sql`` : sql`AND r.facility_id = ${facilityID}`}
      ${from === undefined ? sql`` : sql`AND r.result_id < ${from}`}
      ${
        latest === true
          ? sql`AND NOT EXISTS (SELECT FROM fms_results l WHERE l.company_id = r.company_id
              AND l.facility_id = r.facility_id AND l.result_id > r.result_id)`
          : sql``
      }
    ORDER BY r.result_id DESC LIMIT ${count}`
  return rows.map(presentResult)
})

/** A run in the API's format; only if the user can see all its facilities. */
export const runOf = Effect.fnUntraced(function* (
  companyID: CompanyId,
  facilityIDs: ReadonlyArray<FacilityId>,
  runID: FmsRunId
) {
  const sql = yield* SqlClient.SqlClient
  const [run] = yield* sql<FmsRun>`
    SELECT u.run_id AS "runID", u.state, cardinality(u.facility_ids) AS total, d.done, d.failed,
      u.user_id IS NOT NULL AS "manualTest", iso(u.created_at) AS "createdOn", iso(u.ended_at) AS "endedOn"
    FROM fms_runs u CROSS JOIN LATERAL (
      SELECT count(*)::int AS done, (count(*) FILTER (WHERE NOT r.ok))::int AS failed
      FROM fms_results r WHERE r.run_id = u.run_id) d
    WHERE u.run_id = ${runID} AND u.company_id = ${companyID}
      ${facilityIDs.length === 0 ? sql`` : sql`AND u.facility_ids <@ ${[...facilityIDs]}::int[]`}`
  return run ?? null
})
