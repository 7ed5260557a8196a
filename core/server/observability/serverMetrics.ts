import { Context, Effect, Metric } from "effect"
import type { FmsStage } from "#core/fms/fmsStages.ts"

/** Whether metrics are served. If not, frequent events are not counted. */
export const Measuring = Context.Reference<boolean>("lockdesk/server/Measuring", { defaultValue: () => false })

const requests = Metric.counter("lockdesk_requests_total", {
  description: "HTTP requests answered, by method and status.",
  incremental: true
})
const requestSeconds = Metric.histogram("lockdesk_request_seconds", {
  description: "Time from the first byte of a request to its answer, in seconds.",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})
const reveals = Metric.counter("lockdesk_reveals_total", {
  description: "Requests for a combination, by what was decided: approved, rejected, limited, or unavailable.",
  incremental: true
})
const witnessFailures = Metric.counter("lockdesk_witness_failures_total", {
  description: "Times the audit witness could not be written. Reveals are refused until it can.",
  incremental: true
})
const fmsFailures = Metric.counter("lockdesk_fms_failures_total", {
  description: "Connections to facility management software that failed, by the stage they came to.",
  incremental: true
})

/** Counts an answered request. `millis` is its duration. */
export const countRequest = (method: string, status: number, millis: number): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(requests, { method, status: String(status) }), 1),
    Metric.update(requestSeconds, millis / 1000)
  )

const decisionOf = (tag: string): string =>
  tag === "TooManyRequests" ? "limited" : tag === "Unavailable" ? "unavailable" : "rejected"

/**
 * Counts a reveal by its result, if metrics are served. Results other than approved and refused are defects, counted as
 * unavailable.
 */
export const countingReveal = <A, E extends { readonly _tag: string }, R>(
  reveal: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const count = (decision: string) => Metric.update(Metric.withAttributes(reveals, { decision }), 1)
  return Effect.flatMap(Measuring, (measures) =>
    measures
      ? reveal.pipe(
          Effect.tap(() => count("approved")),
          Effect.tapError(({ _tag }) => count(decisionOf(_tag))),
          Effect.tapDefect(() => count("unavailable"))
        )
      : reveal
  )
}

/** Counts a failed write of the witness. */
export const countWitnessFailure: Effect.Effect<void> = Metric.update(witnessFailures, 1)

/** Counts a failed FMS connection. */
export const countFmsFailure = (stage: FmsStage): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(fmsFailures, { stage }), 1)
