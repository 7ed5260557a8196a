import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer, Scope, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, FacilityId, FmsRunId, UserId } from "#core/base/ids.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { FmsNothingToTest, FmsRunNotFound } from "#core/fms/FmsErrors.ts"
import type { FmsRun, FmsRunRequest } from "#core/fms/FmsRun.ts"
import { mostTested } from "#core/fms/FmsRun.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { Notices } from "../notices/Notices.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Settings } from "../Settings.ts"
import { type Connected, FmsCaller } from "./FmsCaller.ts"
import { FmsConnections, noConnection } from "./FmsConnections.ts"
import { notifyNewFailures } from "./newFailures.ts"
import { resultsOfRun, type Versioned } from "./fmsResults.ts"
import { runOf, testable, withinReach } from "./fmsSql.ts"

/** A server that is silent for this long counts as gone, in milliseconds. */
const leaseMillis = 45_000
const extendsEvery = 10_000
const looksEvery = 15_000
/** The minimum interval between progress events, in milliseconds. */
const tellsEvery = 1_000

interface OpenRun {
  readonly run_id: FmsRunId
  readonly company_id: CompanyId
  readonly user_id: UserId | null
  readonly facility_ids: ReadonlyArray<number>
  readonly concurrency: number | null
  readonly retries: number | null
  readonly timeout_ms: number | null
}

/** Alternates between hosts, so that a run does not wait for one of them while others are idle. */
const spread = <C extends Connected>(
  facilities: ReadonlyArray<C>,
  hostOf: (each: Connected) => string
): ReadonlyArray<C> => {
  const seen = new Map<string, number>()
  return facilities
    .map((each) => {
      const host = hostOf(each)
      const turn = seen.get(host) ?? 0
      seen.set(host, turn + 1)
      return { each, turn }
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ each }) => each)
}

/**
 * Tests many connections in the background. Results are stored as they arrive, once per facility of a run; a run interrupted by
 * a server stop is continued by this server or another.
 */
export class FmsRuns extends Context.Service<
  FmsRuns,
  {
    readonly start: (
      user: LoggedInUser,
      request: FmsRunRequest
    ) => Effect.Effect<FmsRun, FacilityNotFound | FmsNothingToTest>
    readonly show: (user: LoggedInUser, runID: FmsRunId) => Effect.Effect<FmsRun, FmsRunNotFound>
    /** Takes over abandoned runs, and returns when they are done. */
    readonly takeUp: Effect.Effect<number>
    /** Takes them over in the background, now. */
    readonly wake: Effect.Effect<void>
  }
>()("lockdesk/server/FmsRuns") {
  static readonly layer = Layer.effect(
    FmsRuns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const caller = yield* FmsCaller
      const connections = yield* FmsConnections
      const live = yield* LiveEvents
      const notices = yield* Notices
      const { fms: settings } = yield* Settings
      const scope = yield* Scope.Scope
      const runner = randomUUID()
      const places = Semaphore.makeUnsafe(settings.concurrency)
      const edge = <A, E>(effect: Effect.Effect<A, E | SqlError, SqlClient.SqlClient>) =>
        asServerFault(Effect.provideService(effect, SqlClient.SqlClient, sql))

      const untilOf = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis + leaseMillis))

      /** Without facilities that were deleted or transferred, or lost their connection, since the run began. */
      const stillToTest = Effect.fnUntraced(function* ({ run_id, company_id, facility_ids }: OpenRun) {
        // The version is read before the connection, so that a change in between makes the result outdated.
        const rows = yield* sql<{ facilityID: FacilityId; fms: FmsId; version: string | null }>`
          SELECT f.facility_id AS "facilityID", f.management_software::int AS fms, c.updated_at::text AS version
          FROM facilities f LEFT JOIN facility_fms c USING (facility_id)
          WHERE f.facility_id = ANY(${[...facility_ids]}::int[]) AND f.company_id = ${company_id} AND ${testable(sql)}
            AND NOT EXISTS (SELECT FROM fms_results r WHERE r.run_id = ${run_id} AND r.facility_id = f.facility_id)
          ORDER BY f.facility_id`
        const known = yield* connections.readMany(
          company_id,
          rows.map(({ facilityID }) => facilityID)
        )
        return rows.map((row) => ({
          ...row,
          connection: known.get(row.facilityID) ?? noConnection
        }))
      })

      const tell = Effect.fnUntraced(function* ({ company_id, run_id }: OpenRun) {
        const run = yield* runOf(company_id, [], run_id)
        if (run === null) return
        const { runID, state, total, done, failed } = run
        yield* live.tell(company_id, { event: "updateFmsTests", runID, state, total, done, failed })
      })

      /** Completes the rest of a run while this server owns it. */
      const carryOut = Effect.fnUntraced(function* (run: OpenRun) {
        const patience = { retries: run.retries, timeout: run.timeout_ms }
        const results = yield* resultsOfRun(run)
        let sentAt = 0
        const progress = Effect.gen(function* () {
          const millis = yield* Clock.currentTimeMillis
          if (millis - sentAt < tellsEvery) return
          sentAt = millis
          yield* tell(run)
        })
        const testAll = (facilities: ReadonlyArray<Versioned>) =>
          Effect.forEach(
            facilities,
            (connected) =>
              places.withPermit(
                Effect.flatMap(caller.test(connected, patience), (talked) => results.add(connected, talked))
              ),
            { concurrency: run.concurrency ?? settings.concurrency, discard: true }
          )
        // A connection that changed during its test has no result yet, and is tested again.
        const tests = Effect.gen(function* () {
          for (;;) {
            const facilities = yield* stillToTest(run)
            if (facilities.length === 0) return
            yield* testAll(spread(facilities, caller.hostOf))
            yield* results.flush
          }
        })
        // Extends the lease until another server has taken over the run, which ends the tests here too.
        const untilTakenOver = Effect.gen(function* () {
          for (;;) {
            yield* Effect.sleep(extendsEvery)
            const [ours] = yield* sql`
              UPDATE fms_runs SET runs_until = ${yield* untilOf} WHERE run_id = ${run.run_id} AND runner = ${runner}
              RETURNING 1`
            if (ours === undefined) return "takenOver" as const
          }
        })
        // Keep the results of finished tests, whichever effect ended the race.
        const ended = yield* Effect.raceAllFirst([
          Effect.as(tests, "tested" as const),
          results.keep(progress),
          untilTakenOver
        ]).pipe(Effect.ensuring(Effect.orDie(results.flush)))
        // The new owner finishes the run and notifies.
        if (ended === "takenOver") return
        // Notify before marking the run as done: if the server stops in between, people are notified twice instead of never.
        yield* Effect.provideService(notifyNewFailures(run), Notices, notices)
        yield* sql`
          UPDATE fms_runs u SET state = 'done', runs_until = NULL, ended_at = ${yield* now}::timestamptz
          WHERE run_id = ${run.run_id} AND runner = ${runner}`
        yield* tell(run)
      }, edge)

      const releaseRun = (run: OpenRun) =>
        sql`UPDATE fms_runs SET runs_until = NULL WHERE run_id = ${run.run_id} AND runner = ${runner}`.pipe(
          Effect.catchCause((cause) => Effect.logWarning("Failed to release a run of FMS tests", cause)),
          Effect.asVoid
        )

      const takeUp = Effect.gen(function* () {
        const millis = yield* Clock.currentTimeMillis
        const latest = new Date(latestTime(millis, leaseMillis))
        const runs = yield* sql<OpenRun>`
          UPDATE fms_runs SET runner = ${runner}, runs_until = ${yield* untilOf}
          WHERE run_id IN (SELECT run_id FROM fms_runs WHERE state = 'running'
            AND (runs_until IS NULL OR NOT runs_until BETWEEN ${new Date(millis)} AND ${latest})
            ORDER BY run_id LIMIT 100 FOR UPDATE SKIP LOCKED)
          RETURNING run_id, company_id, user_id, facility_ids, concurrency, retries, timeout_ms`
        yield* Effect.forEach(runs, (run) => Effect.ensuring(carryOut(run), releaseRun(run)), {
          concurrency: "unbounded",
          discard: true
        })
        return runs.length
      }).pipe(edge)

      const patiently = takeUp.pipe(
        Effect.catchCause((cause) => Effect.logWarning("Failed to continue FMS tests", cause)),
        Effect.asVoid
      )
      const wake = Effect.asVoid(Effect.forkIn(patiently, scope))

      yield* Effect.forkIn(Effect.forever(Effect.andThen(wake, Effect.sleep(looksEvery))), scope)

      const start = Effect.fn("FmsRuns.start")(function* (user: LoggedInUser, request: FmsRunRequest) {
        const { facilityIDs, changedSince, concurrency, retries, timeoutSeconds } = request
        const wanted = facilityIDs === undefined ? undefined : [...new Set(facilityIDs)]
        if (wanted !== undefined) {
          const known = yield* sql<{ id: FacilityId; name: string; active: boolean }>`
            SELECT f.facility_id AS id, f.name, f.is_active AS active FROM facilities f
            WHERE f.company_id = ${user.companyID} AND f.facility_id = ANY(${wanted}::int[])
              ${withinReach(sql, user, "f.facility_id")}`
          const byId = new Map(known.map((facility) => [facility.id, facility]))
          const facilityID = wanted.find((id) => byId.get(id)?.active !== true)
          if (facilityID !== undefined) {
            const name = byId.get(facilityID)?.name
            const inactive = name === undefined ? {} : { inactive: name }
            return yield* new FacilityNotFound({ data: { facilityID, ...inactive } })
          }
        }
        const found = yield* sql<{ id: FacilityId }>`
          SELECT f.facility_id AS id FROM facilities f LEFT JOIN facility_fms c USING (facility_id)
          WHERE f.company_id = ${user.companyID} AND ${testable(sql)} ${withinReach(sql, user, "f.facility_id")}
            ${wanted === undefined ? sql`` : sql`AND f.facility_id = ANY(${wanted}::int[])`}
            ${
              changedSince === undefined
                ? sql``
                : sql`AND (c.updated_at >= ${changedSince}::timestamptz OR NOT EXISTS (SELECT FROM fms_results r
                    WHERE r.company_id = f.company_id AND r.facility_id = f.facility_id))`
            }
          ORDER BY f.facility_id LIMIT ${mostTested}`
        if (found.length === 0) return yield* new FmsNothingToTest()
        const made = yield* sql<{ run_id: FmsRunId }>`
          INSERT INTO fms_runs (company_id, user_id, facility_ids, concurrency, retries, timeout_ms, state, created_at)
          VALUES (${user.companyID}, ${user.userID}, ${found.map(({ id }) => id)}::int[], ${concurrency ?? null},
            ${retries ?? null}, ${timeoutSeconds === undefined ? null : timeoutSeconds * 1000}, 'running',
            ${yield* now}::timestamptz) RETURNING run_id`
        yield* sql.afterCommit(wake)
        const run = yield* runOf(user.companyID, [], insertedRow(made).run_id)
        return run ?? (yield* Effect.die(new Error("a run of FMS tests is gone")))
      }, edge)

      const show = Effect.fn("FmsRuns.show")(function* (user: LoggedInUser, runID: FmsRunId) {
        return (yield* runOf(user.companyID, user.facilityIDs, runID)) ?? (yield* new FmsRunNotFound())
      }, edge)

      return FmsRuns.of({ start, show, takeUp, wake })
    })
  )
}
