import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { NoSuchCall } from "#core/api/ApiErrors.ts"
import { pathOf } from "../http/requestPath.ts"
import { Logos } from "./Logos.ts"

const named = /^\/images\/([0-9a-f]{40}\.png)$/

/**
 * Public logos at `/images/{file}` (002 §3). The name depends on the bytes, so they can be cached forever. Opened directly, an
 * image can't load anything and does not run in our origin.
 */
export const imageRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const logos = yield* Logos
    yield* router.add(
      "GET",
      "/images/:file",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const [, name] = named.exec(pathOf(request)) ?? []
        const bytes = name === undefined ? null : yield* logos.read(name)
        if (bytes === null) return yield* new NoSuchCall()
        return HttpServerResponse.uint8Array(bytes, {
          contentType: "image/png",
          headers: {
            "cache-control": "public, max-age=31536000, immutable",
            "content-security-policy": "sandbox; default-src 'none'",
            "cross-origin-resource-policy": "cross-origin"
          }
        })
      })
    )
  })
)
