import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, References } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { defaultReceivingTimes, makeListener } from "../http/Listener.ts"
import { makeSample } from "./sampled.ts"

const host = "127.0.0.1"

/**
 * Serves this process's metrics at `/metrics`, on this machine only, until the scope closes. Returns their URL. Port 0 uses any
 * free port; fails with `CannotListen`.
 */
export const serveMetrics = Effect.fnUntraced(function* (port: number) {
  const listener = makeListener(defaultReceivingTimes)
  const sample = yield* makeSample
  const app = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (request.method !== "GET" || request.url !== "/metrics") return HttpServerResponse.empty({ status: 404 })
    yield* sample
    return HttpServerResponse.text(yield* PrometheusMetrics.format(), {
      contentType: "text/plain; version=0.0.4; charset=utf-8"
    })
  })
  const handler = yield* NodeHttpServer.makeHandler(app, { scope: yield* Effect.scope }).pipe(
    Effect.provideService(References.TracerEnabled, false)
  )
  listener.server.on("request", handler)
  yield* Effect.addFinalizer(() => listener.stop)
  const bound = yield* listener.listen(host, port)
  const address = `http://${host}:${bound.port}/metrics`
  yield* Effect.logInfo("Metrics", { address })
  return address
})
