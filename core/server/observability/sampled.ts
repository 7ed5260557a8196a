import { monitorEventLoopDelay } from "node:perf_hooks"
import { Clock, Effect, Metric, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { Hub } from "../hub/Hub.ts"

/** How long a scrape waits for the database. */
const patience = "2 seconds"

/** How often the event loop is sampled. */
const lookMillis = 10

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const hubConnections = gauge("lockdesk_hub_connections", "Live connections to this process.")
const outboxMessages = gauge("lockdesk_outbox_messages", "Messages that wait to be sent.")
const outboxAge = gauge(
  "lockdesk_outbox_age_seconds",
  "Age of the oldest message that waits to be sent; 0 without one."
)
const jobs = gauge("lockdesk_jobs", "Jobs that are not finished, by state.")
const databaseUp = gauge("lockdesk_database_up", "1 when the database answered this scrape, else 0.")
const databaseWait = gauge(
  "lockdesk_database_wait_seconds",
  "How long the scrape waited for a connection and a trivial statement."
)
const loopDelay = gauge(
  "lockdesk_event_loop_delay_seconds",
  "Delay of the event loop since the last scrape, by quantile."
)

const quantiles = [50, 99, 100] as const

const sampleLoop = (delays: ReturnType<typeof monitorEventLoopDelay>) =>
  Effect.forEach(
    quantiles,
    (quantile) =>
      Metric.update(
        Metric.withAttributes(loopDelay, { quantile: String(quantile / 100) }),
        // Measures the time between two samples; the delay is what exceeds the interval.
        Math.max(0, delays.percentile(quantile) / 1e6 - lookMillis) / 1000
      ),
    { discard: true }
  ).pipe(Effect.tap(() => Effect.sync(() => delays.reset())))

interface Waiting {
  readonly messages: number
  readonly age: number
  readonly receiving: number
  readonly applying: number
}

const sampleDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const began = yield* Clock.currentTimeMillis
  yield* sql`SELECT 1`
  yield* Metric.update(databaseWait, ((yield* Clock.currentTimeMillis) - began) / 1000)
  const at = new Date(began)
  // Without a mail provider messages stay in the outbox without a next attempt, so they are not waiting.
  const [waiting] = yield* sql<Waiting>`
    SELECT m.messages, m.age, j.receiving, j.applying FROM
      (SELECT count(*)::int AS messages, coalesce(extract(epoch FROM ${at}::timestamptz - min(created_at)), 0)::float8 AS age
       FROM outbox WHERE state = 'waiting' AND next_at IS NOT NULL) m,
      (SELECT count(*) FILTER (WHERE state = 'receiving')::int AS receiving,
        count(*) FILTER (WHERE state = 'applying')::int AS applying
       FROM jobs WHERE state IN ('receiving', 'applying')) j`
  if (waiting === undefined) return
  yield* Metric.update(outboxMessages, waiting.messages)
  yield* Metric.update(outboxAge, Math.max(0, waiting.age))
  yield* Metric.update(Metric.withAttributes(jobs, { state: "receiving" }), waiting.receiving)
  yield* Metric.update(Metric.withAttributes(jobs, { state: "applying" }), waiting.applying)
}).pipe(
  Effect.timeoutOption(patience),
  Effect.match({ onFailure: () => 0, onSuccess: (answered) => (answered._tag === "Some" ? 1 : 0) }),
  Effect.flatMap((up) => Metric.update(databaseUp, up))
)

/** Starts watching the event loop, and returns an effect that updates the gauges. A scrape waits at most 2 seconds. */
export const makeSample: Effect.Effect<
  Effect.Effect<void, never, Hub | SqlClient.SqlClient>,
  never,
  Scope.Scope
> = Effect.gen(function* () {
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = monitorEventLoopDelay({ resolution: lookMillis })
      made.enable()
      return made
    }),
    (made) => Effect.sync(() => void made.disable())
  )
  return Effect.gen(function* () {
    yield* sampleLoop(delays)
    yield* Metric.update(hubConnections, yield* (yield* Hub).connections)
    yield* sampleDatabase
  })
})
