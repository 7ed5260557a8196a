import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { BulkActivations } from "./BulkActivations.ts"
import { JobLedger, type NewJob } from "./JobLedger.ts"
import { JobRuns } from "./JobRuns.ts"

const defaultCount = 20
const defaultRows = 1_000

const answered = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(effect, (data) => ({ success: true as const, data }))

/** What every kind of job is made with, as it comes. */
interface Made {
  readonly source: string
  readonly fingerprint: string
  readonly resume?: boolean
  readonly columns?: ReadonlyArray<string>
}

const newJob = (
  { source, fingerprint, resume, columns }: Made,
  more: Pick<NewJob, "kind" | "facilityID" | "status">
): NewJob => ({ source, fingerprint, columns: columns ?? [], resume: resume === true ? "any" : "never", ...more })

export const JobsHttp = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fn(function* (handlers) {
    const ledger = yield* JobLedger
    const runs = yield* JobRuns
    const bulk = yield* BulkActivations
    const make = (job: NewJob) => Effect.flatMap(Session, ({ user }) => answered(ledger.make(user, job)))
    return handlers.handleAll({
      activate: ({ payload }) => make(newJob(payload, { kind: "activate", facilityID: payload.facilityID, status: null })),
      assign: ({ payload }) => make(newJob(payload, { kind: "assign", facilityID: payload.facilityID, status: null })),
      setStatus: ({ payload }) =>
        make(newJob(payload, { kind: "setStatus", facilityID: null, status: payload.secondaryLockStatus })),
      addRows: ({ params, payload }) =>
        Effect.flatMap(Session, ({ user }) => answered(ledger.addRows(user, params.id, payload.rows))),
      plan: ({ params }) => Effect.flatMap(Session, ({ user }) => answered(runs.plan(user, params.id))),
      apply: ({ params }) => Effect.flatMap(Session, (session) => answered(runs.start(session, params.id, "receiving"))),
      resume: ({ params }) =>
        Effect.flatMap(Session, (session) =>
          // A job that was begun has rows.
          answered(Effect.catchTag(runs.start(session, params.id, "applying"), "JobRowsRefused", Effect.die))
        ),
      cancel: ({ params }) => Effect.flatMap(Session, ({ user }) => answered(ledger.cancel(user, params.id))),
      list: ({ query }) =>
        Effect.flatMap(Session, ({ user }) =>
          answered(ledger.list(user, { from: query.from, count: query.count ?? defaultCount }))
        ),
      show: ({ params }) => Effect.flatMap(Session, ({ user }) => answered(ledger.show(user, params.id))),
      rows: ({ params, query: { from, count, only } }) =>
        Effect.flatMap(Session, ({ user }) =>
          answered(ledger.rows(user, params.id, { from: from ?? 0, count: count ?? defaultRows, only }))
        ),
      failedCsv: ({ params, query }) =>
        Effect.flatMap(Session, ({ user }) => answered(ledger.failedCsv(user, params.id, query.from))),
      bulkActivate: ({ payload }) =>
        Effect.flatMap(Session, (session) =>
          answered(bulk.activate(session, payload.batchID, payload.facilityID ?? null))
        )
    })
  })
)
