import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { DryRun } from "#core/auth/DryRun.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { BulkActivations } from "./BulkActivations.ts"
import { JobLedger, type NewJob } from "./JobLedger.ts"
import { JobRuns } from "./JobRuns.ts"
import { JobUndos } from "./JobUndos.ts"

const defaultCount = 20
const defaultRows = 1_000

/** The common fields of requests that create jobs. */
interface Made {
  readonly source: string
  readonly fingerprint: string
  readonly resume?: boolean
  readonly trial?: boolean
  readonly columns?: ReadonlyArray<string>
  readonly expected?: number
}

const newJob = (
  { source, fingerprint, resume, trial, columns, expected }: Made,
  more: Pick<NewJob, "kind"> & Partial<Pick<NewJob, "facilityID" | "status" | "color">>
): NewJob => ({
  source,
  fingerprint,
  columns: columns ?? [],
  expected,
  resume: resume === true ? "any" : "never",
  trial: trial === true,
  facilityID: null,
  status: null,
  ...more
})

export const JobsHttp = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fn(function* (handlers) {
    const ledger = yield* JobLedger
    const runs = yield* JobRuns
    const bulk = yield* BulkActivations
    const undos = yield* JobUndos
    return handlers.handleAll({
      activate: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const job = newJob(payload, { kind: "activate", facilityID: payload.facilityID })
        return succeeded(yield* ledger.make(user, job))
      }),
      assign: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const job = newJob(payload, { kind: "assign", facilityID: payload.facilityID })
        return succeeded(yield* ledger.make(user, job))
      }),
      setStatus: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const job = newJob(payload, { kind: "setStatus", status: payload.secondaryLockStatus })
        return succeeded(yield* ledger.make(user, job))
      }),
      transfer: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const job = newJob(payload, { kind: "transfer", facilityID: payload.facilityID })
        return succeeded(yield* ledger.make(user, job))
      }),
      setUnit: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return succeeded(yield* ledger.make(user, newJob(payload, { kind: "setUnit" })))
      }),
      setColor: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const job = newJob(payload, { kind: "setColor", color: payload.color })
        return succeeded(yield* ledger.make(user, job))
      }),
      undo: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        const job = yield* undos.make(user, params.id)
        // The dry run is the plan, rolled back together with the job.
        const planned = (yield* DryRun) && job.state === "receiving" && job.total > 0
        return succeeded(planned ? yield* runs.plan(user, job.jobID) : job)
      }),
      addRows: Effect.fnUntraced(function* ({ params, payload }) {
        const { user } = yield* Session
        return succeeded(yield* ledger.addRows(user, params.id, payload.rows))
      }),
      plan: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return succeeded(yield* runs.plan(user, params.id))
      }),
      apply: Effect.fnUntraced(function* ({ params }) {
        return succeeded(yield* runs.start(yield* Session, params.id, "receiving"))
      }),
      resume: Effect.fnUntraced(function* ({ params }) {
        const started = runs.start(yield* Session, params.id, "applying")
        // A started job always has rows.
        return succeeded(yield* Effect.catchTag(started, ["JobRowsRefused", "JobRowsMissing"], Effect.die))
      }),
      cancel: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        const { job, unchanged } = yield* ledger.cancel(user, params.id)
        return { ...succeeded(job), ...(unchanged ? { unchanged: true as const } : {}) }
      }),
      list: Effect.fnUntraced(function* ({ query: { from, count } }) {
        const { user } = yield* Session
        return { success: true as const, ...(yield* ledger.list(user, { from, count: count ?? defaultCount })) }
      }),
      show: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return succeeded(yield* ledger.show(user, params.id))
      }),
      rows: Effect.fnUntraced(function* ({ params, query: { from, count, only } }) {
        const { user } = yield* Session
        const query = { from: from ?? 0, count: count ?? defaultRows, only }
        return succeeded(yield* ledger.rows(user, params.id, query))
      }),
      failedCsv: Effect.fnUntraced(function* ({ params, query }) {
        const { user } = yield* Session
        return succeeded(yield* ledger.failedCsv(user, params.id, query.from))
      }),
      bulkActivate: Effect.fnUntraced(function* ({ payload }) {
        const session = yield* Session
        const data = yield* bulk.activate(session, payload.batchID, payload.facilityID)
        return succeeded(data)
      })
    })
  })
)
