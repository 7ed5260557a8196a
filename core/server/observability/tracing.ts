import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Cause, Context, Effect, Exit, Layer, Predicate, References, Tracer } from "effect"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"

/** The attributes a span may have. What else the libraries note is addresses, headers, statements: they may name anything. */
const kept: ReadonlySet<string> = new Set([
  "http.request.method",
  "http.response.status_code",
  "db.system.name",
  "db.operation.name"
])

const nameOf = (failure: unknown): string =>
  Predicate.hasProperty(failure, "_tag") ? String(failure._tag) : failure instanceof Error ? failure.name : "Failure"

/** How a span ended, without the message of what failed: a database repeats the values that it refuses. */
const bare = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const name = nameOf(Cause.squash(exit.cause))
  const error = new Error(name)
  error.name = name
  error.stack = name
  return Exit.fail(error)
}

/** A tracer whose spans say what was done, how long it took and with what it failed, never with which values. */
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

/** Sends spans to an OTLP receiver at `address` (`http://127.0.0.1:4318`), in JSON over HTTP, every five seconds and at the end. */
export const tracingLayer = (address: string): Layer.Layer<never> =>
  Layer.effectContext(
    Effect.map(
      OtlpTracer.make({ url: `${address.replace(/\/+$/, "")}/v1/traces`, resource: { serviceName: "lockdesk" } }),
      (tracer) => Context.make(Tracer.Tracer, discreet(tracer)).pipe(Context.add(References.TracerEnabled, true))
    )
  ).pipe(Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, NodeHttpClient.layerNodeHttp]))
