import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { type JobId, UserId } from "#core/base/ids.ts"
import { jobChunk } from "#core/jobs/Job.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { JobLedger } from "#server/jobs/JobLedger.ts"
import { JobRuns } from "#server/jobs/JobRuns.ts"
import { makeCompany, makeFacility, makeManyRegistered, userIn } from "../support/fixture.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"
import { measuredOn, onBothHomes } from "./benchHomes.ts"

const rows = 10_000
const rounds = 3

const serialsFrom = (first: number): ReadonlyArray<string> =>
  Array.from({ length: rows }, (_, nth) => String(first + nth))

/** The milliseconds of running an effect once. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.map(effect, () => performance.now() - began)
  })

const register = Effect.fnUntraced(function* (serials: ReadonlyArray<string>) {
  for (let from = 0; from < serials.length; from += jobChunk) {
    yield* makeManyRegistered(serials.slice(from, from + jobChunk))
  }
})

/** The same writes in one statement: a lock, a log line and an audit record per serial code. */
const oneStatement = Effect.fnUntraced(function* (
  companyID: number,
  facilityID: number,
  serials: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    WITH made AS (
      INSERT INTO locks (company_id, facility_id, serial, status, color, sealed, updated_by, updated_at)
      SELECT ${companyID}, ${facilityID}, r.serial, 1001, -4144960, r.sealed, 1, now() FROM registry r
      WHERE r.serial = ANY(${[...serials]}::text[]) RETURNING lock_id, serial),
    logged AS (
      INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
      SELECT lock_id, ${companyID}, 'Activated at Maple St by Owner bench', 1, now() FROM made)
    SELECT a.audit_seq FROM (
      SELECT array_agg(1) AS actors, array_agg('locks.activate'::text) AS actions, array_agg(serial::text) AS subjects, array_agg(json_build_object(
        'companyID', ${companyID}::int, 'at', now()::text, 'userID', 1, 'action', 'locks.activate', 'subject', serial,
        'lockID', lock_id, 'facilityID', ${facilityID}::int)::text) AS payloads FROM made) r,
      append_audits(${companyID}, now(), r.actors, r.actions, r.subjects, r.payloads,
        decode(repeat('36', 128 * ${rows}), 'hex')) a`
})

/** Jobs and single statements, alternating, on the same engine. */
const measure = Effect.gen(function* () {
  const sessions = yield* Sessions
  const ledger = yield* JobLedger
  const runs = yield* JobRuns
  const { companyID, users } = yield* makeCompany("bench")
  const facilityID = yield* makeFacility(companyID, "Maple St")
  const userID = userIn(users, Role.id.Owner)
  const token = yield* sessions.create({
    userID: UserId.make(userID),
    client: "terminal",
    remember: false,
    fromSso: false
  })
  const session = yield* sessions.find(token, undefined)
  if (session === null) return yield* Effect.die(new Error("no session"))

  const sending = Effect.fnUntraced(function* (serials: ReadonlyArray<string>) {
    const { jobID } = yield* ledger.make(session.user, {
      kind: "activate",
      source: "bench",
      fingerprint: `bench-${serials[0] ?? ""}`,
      facilityID,
      status: null,
      columns: ["serialCode"],
      resume: "never"
    })
    const sent = yield* timed(
      Effect.gen(function* () {
        for (let from = 0; from < serials.length; from += jobChunk) {
          const some = serials.slice(from, from + jobChunk)
          yield* ledger.addRows(
            session.user,
            jobID,
            some.map((serialCode, nth) => ({ row: from + nth + 1, serialCode, cells: [serialCode] }))
          )
        }
      })
    )
    return { jobID, sent }
  })
  const whole = Effect.fnUntraced(function* (jobID: JobId) {
    const { state, applied } = yield* ledger.show(session.user, jobID)
    if (state !== "done" || applied !== rows) {
      return yield* Effect.die(new Error(`the job is ${state} with ${applied} rows`))
    }
  })

  const job = Effect.fnUntraced(function* (serials: ReadonlyArray<string>) {
    const { jobID, sent } = yield* sending(serials)
    const planned = yield* timed(runs.plan(session.user, jobID))
    const applied = yield* timed(
      Effect.andThen(runs.start(session, jobID, "receiving"), runs.ended(session.user.companyID, jobID))
    )
    yield* whole(jobID)
    return { sent, planned, applied }
  })

  /** A job that loses its runner partway and is resumed: how many rows were left, and how long they took. */
  const resumed = Effect.fnUntraced(function* (serials: ReadonlyArray<string>) {
    const sql = yield* SqlClient.SqlClient
    const { jobID } = yield* sending(serials)
    yield* runs.plan(session.user, jobID)
    yield* runs.start(session, jobID, "receiving")
    while ((yield* ledger.show(session.user, jobID)).done < rows / 4) yield* Effect.yieldNow
    yield* sql`UPDATE jobs SET runner = 'nobody', runs_until = NULL WHERE number = ${jobID}`
    yield* runs.ended(session.user.companyID, jobID)
    const { done } = yield* ledger.show(session.user, jobID)
    const took = yield* timed(
      Effect.andThen(runs.start(session, jobID, "applying"), runs.ended(session.user.companyID, jobID))
    )
    yield* whole(jobID)
    return { left: rows - done, took }
  })

  const ours: Array<{ readonly sent: number; readonly planned: number; readonly applied: number }> = []
  const bare: Array<number> = []
  const again: Array<{ readonly took: number; readonly due: number }> = []
  for (let round = 0; round <= rounds; round++) {
    const [own, other] = [serialsFrom(10_000_000 + round * 100_000), serialsFrom(50_000_000 + round * 100_000)]
    const killed = serialsFrom(30_000_000 + round * 100_000)
    yield* register(own)
    yield* register(other)
    yield* register(killed)
    const figures = yield* job(own)
    const statement = yield* timed(oneStatement(companyID, facilityID, other))
    const { left, took } = yield* resumed(killed)
    // The first round warms both up.
    if (round === 0) continue
    ours.push(figures)
    bare.push(statement)
    again.push({ took, due: (figures.applied * left) / rows })
  }
  return { ours, bare, again }
})

/** A job of 10,000 activations, each with its rules, its sealed combination and its audit record. */
export const bench: Bench = {
  name: "jobs",
  run: async () => {
    const results: Array<BenchRow> = []
    await onBothHomes(async (home) => {
      const figures = await measuredOn(home, measure)
      const of = (which: "sent" | "planned" | "applied") => median(figures.ours.map((each) => each[which]))
      results.push({
        what: `${home.name}, a job of 10,000 activations, resumed after it lost its runner`,
        unit: "ms",
        ours: median(figures.again.map(({ took }) => took)),
        baseline: median(figures.again.map(({ due }) => due)),
        baselineName: "what the rows that were left took in a job that was not interrupted",
        goal: { atMost: 1.1 },
        note: `medians of ${figures.again.length}, in turn`
      })
      results.push({
        what: `${home.name}, a job of 10,000 activations, applied`,
        unit: "ms",
        ours: of("applied"),
        baseline: median(figures.bare),
        baselineName: "one SQL statement that writes the same locks, log lines and audit records",
        goal: { atMost: 1.5 },
        note: `medians of ${figures.ours.length}, in turn; rows sent in ${of("sent").toFixed(0)} ms, planned in ${of("planned").toFixed(0)} ms`
      })
    })
    return results
  }
}
