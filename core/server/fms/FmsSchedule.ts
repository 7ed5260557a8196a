import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { Feature } from "#core/companies/features.ts"
import { planColumns, planHas, type PlanRow } from "../auth/planRow.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { Settings } from "../Settings.ts"
import { FmsRuns } from "./FmsRuns.ts"
import { testable } from "./fmsSql.ts"
import { dueSlots, slotsOf } from "./slots.ts"

/** The longest sleep in milliseconds, because a machine's clock can be changed. */
const longestSleep = 30_000
const keptDays = 180

interface CompanyRow extends PlanRow {
  readonly company_id: CompanyId
  readonly facility_ids: ReadonlyArray<number>
}

/** The schedule of FMS tests is not a valid cron expression. */
export class ScheduleWrong extends Schema.TaggedError<ScheduleWrong>()("ScheduleWrong", { schedule: Schema.String }) {
  override get message(): string {
    return `The schedule of FMS tests is not valid: '${this.schedule}' is not a cron expression.`
  }
}

/**
 * The server's own tests, at the slots of a cron expression. A slot is a row, inserted by one server in one transaction with
 * its runs, so that a restart neither skips nor repeats one. If several slots passed while no server was up, one run makes up
 * for all of them.
 */
export class FmsSchedule extends Context.Service<
  FmsSchedule,
  {
    /** Runs the slot that is due, if there is one, and returns the number of runs it started. */
    readonly tick: Effect.Effect<number>
    /** Adds a slot for now, and returns the number of runs it started. */
    readonly testNow: Effect.Effect<number>
  }
>()("lockdesk/server/FmsSchedule") {
  static readonly layer = Layer.effect(
    FmsSchedule,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const runs = yield* FmsRuns
      const { fms } = yield* Settings

      /** Companies whose plan has FMS tests, with their testable facilities. */
      const companies = Effect.fnUntraced(function* (now: Date) {
        const rows = yield* sql<CompanyRow>`
          SELECT k.company_id, ${planColumns(sql)},
            array_agg(f.facility_id ORDER BY f.facility_id) AS facility_ids
          FROM companies k JOIN facilities f ON f.company_id = k.company_id LEFT JOIN facility_fms c USING (facility_id)
          WHERE ${testable(sql)} AND c.facility_id IS NOT NULL GROUP BY k.company_id`
        return rows.filter((row) => planHas(row, Feature.id.FMSIntegration, now))
      })

      const take = Effect.fnUntraced(function* (slot: Date, passed: ReadonlyArray<Date>, now: Date) {
        const taken = yield* sql`
          INSERT INTO fms_slots VALUES (${slot}, 'run', ${now}) ON CONFLICT DO NOTHING RETURNING 1`
        if (taken.length === 0) return 0
        for (const each of passed) {
          yield* sql`INSERT INTO fms_slots VALUES (${each}, 'passed', ${now}) ON CONFLICT DO NOTHING`
        }
        const found = yield* companies(now)
        for (const { company_id, facility_ids } of found) {
          yield* sql`
            INSERT INTO fms_runs (company_id, slot, facility_ids, state, created_at)
            VALUES (${company_id}, ${slot}, ${[...facility_ids]}::int[], 'running', ${now}) ON CONFLICT DO NOTHING`
        }
        return found.length
      })

      const forgetOld = Effect.fnUntraced(function* (now: Date) {
        const until = new Date(now.getTime() - keptDays * 86_400_000)
        yield* sql`
          DELETE FROM fms_results r WHERE r.tested_at < ${until} AND EXISTS (SELECT FROM fms_results l
            WHERE l.company_id = r.company_id AND l.facility_id = r.facility_id AND l.result_id > r.result_id)`
        yield* sql`DELETE FROM fms_calls WHERE day < ${until}::date`
      })

      const testNow = Effect.gen(function* () {
        const now = new Date(yield* Clock.currentTimeMillis)
        const begun = yield* sql.withTransaction(take(now, [], now))
        yield* runs.wake
        return begun
      }).pipe(Effect.orDie)

      const { schedule } = fms
      if (schedule === null) return FmsSchedule.of({ tick: Effect.succeed(0), testNow })
      const cron = yield* Effect.try({ try: () => slotsOf(schedule), catch: () => new ScheduleWrong({ schedule }) })

      /** The last slot, in milliseconds. Slots of a clock that was set back since would suspend the tests, so they are removed. */
      const lastSlot = Effect.fnUntraced(function* (now: Date) {
        const latest = sql<{ at: number | null }>`
          SELECT (extract(epoch FROM max(slot)) * 1000)::float8 AS at FROM fms_slots`
        const [last] = yield* latest
        const ahead = new Date(latestTime(now.getTime()))
        if ((last?.at ?? 0) <= ahead.getTime()) return last?.at ?? null
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`UPDATE fms_runs SET slot = NULL WHERE slot > ${ahead}`
            yield* sql`DELETE FROM fms_slots WHERE slot > ${ahead}`
            const [rest] = yield* latest
            return rest?.at ?? null
          })
        )
      })

      const tick = Effect.gen(function* () {
        const now = new Date(yield* Clock.currentTimeMillis)
        const last = yield* lastSlot(now)
        if (last === null) {
          // Slots count from here on; earlier ones are not made up for.
          yield* sql`INSERT INTO fms_slots VALUES (${now}, 'first', ${now}) ON CONFLICT DO NOTHING`
          return 0
        }
        const due = dueSlots(cron, new Date(last), now)
        const slot = due.at(-1)
        if (slot === undefined) return 0
        const begun = yield* sql.withTransaction(take(slot, due.slice(0, -1), now))
        yield* forgetOld(now)
        yield* runs.wake
        return begun
      }).pipe(Effect.orDie)

      const loop = Effect.gen(function* () {
        for (;;) {
          yield* tick.pipe(
            Effect.catchCause((cause) => Effect.logWarning("Failed to claim a slot of scheduled FMS tests", cause))
          )
          const now = yield* Clock.currentTimeMillis
          const next = cron.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY
          yield* Effect.sleep(Math.min(longestSleep, Math.max(1, next - now)))
        }
      })
      yield* Effect.forkScoped(loop)
      return FmsSchedule.of({ tick, testNow })
    })
  )
}
