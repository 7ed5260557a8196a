import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { readiness } from "./readiness.ts"

/** What is served beside the calls of the contract: /healthz (the process answers), /readyz (so does what it stands on), the icon. */
export const plainRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const ready = yield* readiness
    yield* router.add("GET", "/healthz", Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ok" })))
    // What a browser asks for by itself on a page that names no icon, such as the reference of the calls.
    yield* router.add("GET", "/favicon.ico", Effect.succeed(HttpServerResponse.redirect("/icon.svg")))
    yield* router.add(
      "GET",
      "/readyz",
      Effect.match(ready, {
        onSuccess: () => HttpServerResponse.jsonUnsafe({ status: "ready" }),
        onFailure: (what) => HttpServerResponse.jsonUnsafe({ status: "unavailable", what }, { status: 503 })
      })
    )
  })
)
