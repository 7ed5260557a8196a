import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Cause, Context, Effect, Exit, Layer, Predicate, References, Tracer } from "effect"
import { HttpClient } from "effect/http"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { messageOf } from "#core/base/messageOf.ts"

/** The attributes a span may have. Attributes added by libraries (URLs, headers, statements) could contain anything. */
const kept: ReadonlySet<string> = new Set([
  "http.request.method",
  "http.response.status_code",
  "db.system.name",
  "db.operation.name"
])

const nameOf = (failure: unknown): string =>
  Predicate.hasProperty(failure, "_tag") ? String(failure._tag) : failure instanceof Error ? failure.name : "Failure"

/** The exit of a span without the error message: databases repeat the refused values in it. */
const bare = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const name = nameOf(Cause.squash(exit.cause))
  const error = new Error(name)
  error.name = name
  error.stack = name
  return Exit.fail(error)
}

/** A tracer whose spans have names, durations and kinds of failures, but never values. */
const discreet = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const span = tracer.span({ ...options, annotations: Context.empty() })
      const { attribute, end } = span
      return Object.assign(span, {
        attribute: (key: string, value: unknown) => {
          if (kept.has(key)) attribute.call(span, key, value)
        },
        event: () => undefined,
        end: (at: bigint, exit: Exit.Exit<unknown, unknown>) => end.call(span, at, bare(exit))
      })
    }
  })

/** The exporter drops spans silently if its receiver doesn't take them. This logs why, once per reason. */
const reportingClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    let last: string | null = null
    const report = (reason: string | null) =>
      Effect.suspend(() => {
        if (reason === last) return Effect.void
        last = reason
        return reason === null ? Effect.logInfo("Sending traces") : Effect.logWarning("Failed to send traces", reason)
      })
    return client.pipe(
      HttpClient.tap(({ status }) => report(status < 300 ? null : `The receiver returned ${status}.`)),
      HttpClient.tapError(({ cause }) => report(messageOf(cause)))
    )
  })
)

/**
 * Sends spans to an OTLP receiver at `address` (`http://127.0.0.1:4318`), in JSON over HTTP, every five seconds and at the end.
 */
export const tracingLayer = (address: string): Layer.Layer<never> =>
  Layer.effectContext(
    Effect.map(
      OtlpTracer.make({ url: `${address.replace(/\/+$/, "")}/v1/traces`, resource: { serviceName: "lockdesk" } }),
      (tracer) => Context.make(Tracer.Tracer, discreet(tracer)).pipe(Context.add(References.TracerEnabled, true))
    )
  ).pipe(
    Layer.provide([
      OtlpExporter.layerFlusher,
      OtlpSerialization.layerJson,
      reportingClient.pipe(Layer.provide(NodeHttpClient.layerNodeHttp))
    ])
  )
