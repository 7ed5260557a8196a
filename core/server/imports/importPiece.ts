import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ServerFault } from "#core/api/ApiErrors.ts"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { RowNotPlanned } from "#core/jobs/JobErrors.ts"
import type { JobState } from "#core/jobs/Job.ts"
import { Audit } from "../audit/Audit.ts"
import { type AuditEntry, prepareEntry } from "../audit/auditEntry.ts"
import { holdChain } from "../audit/chainHeld.ts"
import { inPieces } from "../db/inPieces.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { WriteLockWaiters } from "../locks/WriteLockWaiters.ts"
import type { BatchOptions } from "../jobs/JobKindHandlers.ts"
import { notPlanned, rowProblem } from "../jobs/jobItems.ts"
import { moveOn, type Progress } from "../jobs/jobPieces.ts"
import type { JobRecord } from "../jobs/jobSql.ts"
import { FacilityImportRows } from "./FacilityImportRows.ts"
import { forgetShared, importRecord, openSecrets } from "./importAbout.ts"
import { writeOutcomes } from "./importOutcomes.ts"
import { outcomeOf, keptRows, noSecrets } from "./importRowsSql.ts"
import type { ImportWriter } from "./ImportWriter.ts"
import type { CheckedRow } from "./rowDecision.ts"
import { UserImportRows } from "./UserImportRows.ts"
import type { SubjectId } from "./rowDecision.ts"

/** The number of facilities or users per event. */
const perEvent = 500

const chunks = <Id>(ids: ReadonlyArray<Id>): ReadonlyArray<ReadonlyArray<Id>> =>
  Array.from({ length: Math.ceil(ids.length / perEvent) }, (_, nth) => ids.slice(nth * perEvent, (nth + 1) * perEvent))

/** Refuses a row regardless of its planned outcome. */
const refusedAs = <Write>(row: CheckedRow<Write>, problem: Problem): CheckedRow<Write> => ({
  ...row,
  outcome: "fail",
  write: null,
  problem: rowProblem(problem)
})

/**
 * Applies the next rows of an import in one transaction with their records and outcomes, after checking them against the
 * company's current state. Null if it can't continue: it is complete or canceled, or another server runs it.
 */
const pieceBy = <Write, Id extends SubjectId>(
  writer: ImportWriter<Write, Id>,
  user: LoggedInUser,
  job: JobRecord,
  { runner, size, failing, until }: BatchOptions
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transactions = yield* FacilityTransactions
    const waiters = yield* WriteLockWaiters
    const audit = yield* Audit
    const { jobKey, jobID, companyID } = job
    return yield* transactions.run(
      [companyID],
      Effect.fnUntraced(function* (at) {
        const nothing = { value: null as Progress | null, records: [], events: [] }
        const [now] = yield* sql<{ runner: string | null; state: JobState; last_row: number }>`
          SELECT runner, state, last_row FROM jobs WHERE job_id = ${jobKey} FOR UPDATE`
        if (now === undefined || now.state !== "applying" || now.runner !== runner) return nothing
        const about = yield* importRecord(companyID, jobKey)
        if (about === null) return nothing
        const kept = yield* keptRows(jobKey, now.last_row, size)
        if (kept.length === 0) return nothing
        // Most rows have no secret, and an effect for each of them would take as long as their outcomes.
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
        const unplanned = new Set(kept.flatMap(({ row, plan }) => (notPlanned(job, plan) ? [row] : [])))
        // Rows that repeat a row of an earlier batch; the check below finds those within the batch.
        const firsts = new Map(kept.flatMap(({ key, repeats }) => (repeats === null ? [] : [[key, repeats] as const])))
        const decide = yield* writer.lookUp(user, about, rows, firsts)
        const prepared: Array<AuditEntry> = []
        const written = yield* inPieces(
          rows,
          writer.rowsAtOnce,
          (some) => {
            const checked = decide(some).map((row) =>
              failing
                ? refusedAs(row, new ServerFault())
                : unplanned.has(row.row) && outcomeOf(row) === "apply"
                  ? refusedAs(row, new RowNotPlanned())
                  : row
            )
            return { checked, writes: writer.writes(user, { resetPage: about.resetPage, jobID }, checked, at) }
          },
          ({ checked, writes }) => Effect.map(writes, (done) => ({ checked, ...done })),
          {
            after: ({ records }) => prepared.push(...records.map((record) => prepareEntry(audit.macs, record))),
            enough: waiters.some
          }
        )
        const records = [...prepared, ...written.flatMap((each) => each.records).slice(prepared.length)]
        const subjectIDs = written.flatMap((each) => [...each.subjectIDs.values()])
        let seq = records.length === 0 ? 0 : (yield* holdChain(companyID)).seq
        const outcomes = written.flatMap(({ checked, subjectIDs: ids, refused }) =>
          checked.map((row) => {
            const problem = refused.get(row.row) ?? row.problem
            return {
              row: row.row,
              outcome: refused.has(row.row) ? ("refuse" as const) : outcomeOf(row),
              problem,
              lockID: null,
              auditSeq: ids.has(row.row) ? ++seq : null,
              subjectID: ids.get(row.row) ?? row.subjectID,
              creates: row.outcome === "create"
            }
          })
        )
        const progress = yield* moveOn(jobKey, outcomes, at, until)
        const saveOutcomes = Effect.gen(function* () {
          yield* writeOutcomes(about, outcomes)
          if (progress.state === "done") yield* forgetShared(jobKey)
        })
        return {
          value: progress,
          records,
          meanwhile: Effect.provideService(saveOutcomes, SqlClient.SqlClient, sql),
          first: Effect.forEach(written, ({ first }) => first, { discard: true }),
          events: chunks(subjectIDs).map((ids) => [companyID, writer.event(ids)] as const)
        }
      }),
      "giving"
    )
  })

/** The next batch of an import of any kind (`pieceBy`). */
export const importPiece = Effect.fnUntraced(function* (user: LoggedInUser, job: JobRecord, manner: BatchOptions) {
  return yield* job.kind === "importUsers"
    ? pieceBy(yield* UserImportRows, user, job, manner)
    : pieceBy(yield* FacilityImportRows, user, job, manner)
})
