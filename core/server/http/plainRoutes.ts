import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { briefWait } from "#core/base/waitWords.ts"
import { plainPaths } from "./allowedMethods.ts"
import { readiness } from "./readiness.ts"

/** Routes outside the contract: /healthz (the process is up), /readyz (so are its dependencies), the icon. */
export const plainRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const ready = yield* readiness
    yield* router.add("GET", plainPaths.health, Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ok" })))
    // Browsers request this for pages that name no icon, such as the API reference.
    yield* router.add("GET", plainPaths.icon, Effect.succeed(HttpServerResponse.redirect("/icon.svg")))
    yield* router.add(
      "GET",
      plainPaths.readiness,
      Effect.match(ready, {
        onSuccess: () => HttpServerResponse.jsonUnsafe({ status: "ready" }),
        onFailure: (what) =>
          HttpServerResponse.jsonUnsafe(
            { status: "unavailable", what },
            { status: 503, headers: { "retry-after": String(briefWait) } }
          )
      })
    )
  })
)
