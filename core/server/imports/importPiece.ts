import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ServerFault } from "#core/api/ApiErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { importRefusal } from "#core/imports/importRefusal.ts"
import type { JobState } from "#core/jobs/Job.ts"
import { arrayText } from "../db/arrayText.ts"
import { inPieces } from "../db/inPieces.ts"
import { FacilityTurns } from "../facilities/FacilityTurns.ts"
import { TurnWaiters } from "../locks/TurnWaiters.ts"
import { rowProblem } from "../jobs/jobItems.ts"
import { moveOn, type Progress } from "../jobs/jobPieces.ts"
import type { Fate, JobRecord } from "../jobs/jobSql.ts"
import { ImportChecks } from "./ImportChecks.ts"
import { forgetCredentials, importRecord, openSecrets } from "./importAbout.ts"
import { type CheckedRow, fateOf, keptRows, noSecrets } from "./importRowsSql.ts"
import { facilityWrites, writeFacilities } from "./facilityWriteSql.ts"
import type { JobKey } from "../jobs/jobKey.ts"

/** How a piece is done: how many rows, whether they are only written down as failed, and until when it is believed. */
interface Manner {
  readonly runner: string
  readonly size: number
  readonly failing: boolean
  readonly until: string
}

/** Rows decided and written together. */
const rowsAtOnce = 1_250

/** Facilities told of in one event. */
const toldAtOnce = 500

const chunks = (ids: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> =>
  Array.from({ length: Math.ceil(ids.length / toldAtOnce) }, (_, nth) =>
    ids.slice(nth * toldAtOnce, (nth + 1) * toldAtOnce)
  )

const faulty = (row: CheckedRow): CheckedRow => ({
  ...row,
  outcome: "fail",
  write: null,
  problem: rowProblem(new ServerFault())
})

/** The number of the last record of a company's chain, held so that the next ones follow it. */
const lastRecord = Effect.fnUntraced(function* (companyID: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO audit_heads (company_id, seq, hash) VALUES (${companyID}, 0, ''::bytea) ON CONFLICT DO NOTHING`
  const [head] = yield* sql<{ seq: number }>`
    SELECT seq FROM audit_heads WHERE company_id = ${companyID} FOR NO KEY UPDATE`
  return Number(head?.seq ?? 0)
})

const writeOutcomes = Effect.fnUntraced(function* (
  jobKey: JobKey,
  fates: ReadonlyArray<Fate & { readonly facilityID: number | null; readonly creates: boolean }>
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE job_rows r SET outcome = w.fate, outcome_problem = w.problem, audit_seq = w.seq, facility_id = w.facility,
      creates = w.creates, sealed = NULL
    FROM unnest(${arrayText(fates.map(({ row }) => row))}::int[], ${arrayText(fates.map(({ fate }) => fate))}::text[],
      ${arrayText(fates.map(({ problem }) => problem))}::json[], ${arrayText(fates.map(({ auditSeq }) => auditSeq))}::bigint[],
      ${arrayText(fates.map(({ facilityID }) => facilityID))}::int[], ${arrayText(fates.map(({ creates }) => creates))}::boolean[])
      AS w("row", fate, problem, seq, facility, creates)
    WHERE r.job_id = ${jobKey} AND r.row = w.row`
})

/**
 * Does the next rows of an import in one transaction with their records and outcomes, looked at again as the company is
 * now. Null where it goes no further: it is at its end or cancelled, another runs it, or the user may no longer.
 */
export const importPiece = Effect.fnUntraced(function* (
  user: LoggedInUser,
  { jobKey, jobID, companyID }: JobRecord,
  { runner, size, failing, until }: Manner
) {
  const sql = yield* SqlClient.SqlClient
  const turns = yield* FacilityTurns
  const checks = yield* ImportChecks
  const waiters = yield* TurnWaiters
  return yield* turns.run(
    [companyID],
    Effect.fnUntraced(function* (at) {
      const nothing = { value: null as Progress | null, records: [], events: [] }
      const [now] = yield* sql<{ runner: string | null; state: JobState; last_row: number }>`
        SELECT runner, state, last_row FROM jobs WHERE job_id = ${jobKey} FOR UPDATE`
      if (now === undefined || now.state !== "applying" || now.runner !== runner) return nothing
      const about = yield* importRecord(companyID, jobKey)
      if (about === null || importRefusal(user, about.software) !== null) return nothing
      const kept = yield* keptRows(jobKey, now.last_row, size)
      if (kept.length === 0) return nothing
      // Most rows keep no secret: an effect for each of them would take as long as their outcomes.
      const opened = yield* Effect.forEach(
        kept.filter(({ sealed }) => sealed !== null),
        (row) => Effect.map(openSecrets(companyID, jobKey, row), (secrets) => [row.row, secrets] as const)
      )
      const secretsOf = new Map(opened)
      const rows = kept.map(({ row, cells, key, issue }) => ({
        row,
        cells,
        key,
        issue,
        secrets: secretsOf.get(row) ?? noSecrets
      }))
      // Before the check finds those of the piece itself: what repeats a row of an earlier piece.
      const firsts = new Map(kept.flatMap(({ key, repeats }) => (repeats === null ? [] : [[key, repeats] as const])))
      const decide = yield* checks.lookUp(user, about, rows, firsts)
      const written = yield* inPieces(
        rows,
        rowsAtOnce,
        (some) => {
          const checked = failing ? decide(some).map(faulty) : decide(some)
          return { checked, writes: facilityWrites(sql, user, checked, at) }
        },
        ({ checked, writes }) =>
          Effect.map(writeFacilities(user, jobID, writes, at), (written) => ({ checked, ...written })),
        { enough: waiters.some }
      )
      const records = written.flatMap((each) => each.records)
      const facilityIDs = written.flatMap((each) => [...each.facilityIDs.values()])
      let seq = records.length === 0 ? 0 : yield* lastRecord(companyID)
      const fates = written.flatMap(({ checked, facilityIDs: ids }) =>
        checked.map((row) => ({
          row: row.row,
          fate: fateOf(row),
          problem: row.problem,
          lockID: null,
          auditSeq: ids.has(row.row) ? ++seq : null,
          facilityID: ids.get(row.row) ?? row.facilityID,
          creates: row.outcome === "create"
        }))
      )
      const progress = yield* moveOn(jobKey, fates, at, until)
      const outcomes = Effect.gen(function* () {
        yield* writeOutcomes(jobKey, fates)
        if (progress.state === "done") yield* forgetCredentials(jobKey)
      })
      const told = chunks(facilityIDs)
      return {
        value: progress,
        records,
        meanwhile: Effect.provideService(outcomes, SqlClient.SqlClient, sql),
        events: told.map((ids) => [companyID, { event: "updateFacility" as const, facilityIDs: ids }] as const)
      }
    }),
    "giving"
  )
})
