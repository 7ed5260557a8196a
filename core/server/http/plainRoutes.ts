import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { homePage, pagePolicy, passwordPage } from "./pages.ts"
import { readiness } from "./readiness.ts"

const html = (text: string) =>
  Effect.succeed(
    HttpServerResponse.text(text, {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": pagePolicy, "cache-control": "no-store" }
    })
  )

/**
 * What is served beside the calls of the contract: /healthz (the process answers), /readyz (so does what it stands on), and
 * the pages one needs before there is a console.
 */
export const plainRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const ready = yield* readiness
    yield* router.add("GET", "/healthz", Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ok" })))
    yield* router.add(
      "GET",
      "/readyz",
      Effect.match(ready, {
        onSuccess: () => HttpServerResponse.jsonUnsafe({ status: "ready" }),
        onFailure: (what) => HttpServerResponse.jsonUnsafe({ status: "unavailable", what }, { status: 503 })
      })
    )
    yield* router.add("GET", "/", html(homePage))
    yield* router.add("GET", "/setpassword", html(passwordPage))
  })
)
