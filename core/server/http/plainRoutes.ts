import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { homePage, pagePolicy, passwordPage } from "./pages.ts"

const html = (text: string) =>
  Effect.succeed(
    HttpServerResponse.text(text, {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": pagePolicy, "cache-control": "no-store" }
    })
  )

/**
 * What is served beside the calls of the contract: /healthz (the process answers), /readyz (so does the database), and
 * the pages one needs before there is a console.
 */
export const plainRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const sql = yield* SqlClient.SqlClient
    yield* router.add("GET", "/healthz", Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ok" })))
    yield* router.add(
      "GET",
      "/readyz",
      Effect.matchEffect(Effect.timeout(sql`SELECT 1`, "5 seconds"), {
        onSuccess: () => Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "ready" })),
        onFailure: (error) =>
          Effect.as(
            Effect.logWarning("Not ready", error),
            HttpServerResponse.jsonUnsafe({ status: "unavailable", what: "database" }, { status: 503 })
          )
      })
    )
    yield* router.add("GET", "/", html(homePage))
    yield* router.add("GET", "/setpassword", html(passwordPage))
  })
)
