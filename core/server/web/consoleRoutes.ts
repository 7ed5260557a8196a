import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { publicPathAt, routeAt } from "#core/navigation/routes.ts"
import { pathOf } from "../http/requestPath.ts"
import { Settings } from "../Settings.ts"
import { type ConsoleFile, consoleFiles, consolePage } from "./consoleFiles.ts"
import { chooseEncoding } from "../http/contentEncoding.ts"
import { unbuiltPage, unbuiltPolicy } from "./unbuiltPages.ts"

/**
 * The console's page may load only from its own origin. Inline styles are allowed because the dialogs' scroll lock writes its
 * own (react-remove-scroll); inline scripts are not. WebAssembly is allowed because the scanner uses it in browsers without
 * their own barcode reader; it does not allow scripts from text. `connect-src 'self'` includes the hub's WebSockets (CSP 3,
 * 6.7.2.8).
 */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'"
].join("; ")

/** Top-level folders that never serve the console's page. */
const notPages: ReadonlySet<string> = new Set(["api", "assets", "healthz", "readyz", "images", "static"])

/** Files whose names change with their contents. */
const hashed = "/assets/"

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Whether a client accepts HTML, or anything, as most clients other than browsers do. */
const readsPages = (accept: string | undefined): boolean =>
  accept === undefined || /(\btext\/(html|\*)|\*\/\*)/i.test(accept)

/**
 * Whether a request is for a page: at a path of the console, if the client accepts HTML; at any other path, only if it names
 * HTML, so that a missing file is not answered with a page.
 */
const wantsPage = (path: string, accept: string | undefined): boolean => {
  if (path === "/") return true
  if (notPages.has(path.split("/", 2)[1] ?? "")) return false
  const isAddress = routeAt(path) !== undefined || publicPathAt(path) !== null
  return isAddress ? readsPages(accept) : /\btext\/html\b/i.test(accept ?? "")
}

/** Whether the client already has these bytes (RFC 9110, 13.1.2). */
const alreadyHas = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(",").some((one) => {
    const tag = one.trim().replace(/^W\//, "")
    return tag === "*" || tag === etag
  })

const fileResponse = (
  path: string,
  { contentType, tag, plain, encoded }: ConsoleFile,
  { headers }: HttpServerRequest.HttpServerRequest
): HttpServerResponse.HttpServerResponse => {
  const encoding = chooseEncoding(headers["accept-encoding"], [...encoded.keys()])
  const body = (encoding === null ? undefined : encoded.get(encoding)) ?? plain
  const etag = encoding === null ? `"${tag}"` : `"${tag}-${encoding}"`
  const answer = {
    etag,
    "cache-control": path.startsWith(hashed) ? "public, max-age=31536000, immutable" : "no-cache",
    ...(encoded.size === 0 ? {} : { vary: "accept-encoding" }),
    ...(contentType.startsWith("text/html") ? { "content-security-policy": pagePolicy } : {})
  }
  if (alreadyHas(headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers: answer })
  return HttpServerResponse.uint8Array(body, {
    contentType,
    headers: { ...answer, ...(encoding === null ? {} : { "content-encoding": encoding }) }
  })
}

const unbuilt = (path: string): HttpServerResponse.HttpServerResponse => {
  const { status, text } = unbuiltPage(path)
  return HttpServerResponse.text(text, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": unbuiltPolicy, "cache-control": "no-store" }
  })
}

/**
 * The built console: its files at their paths, and its page at every other path for which a browser requests a page. Everything
 * else is a 404, including unknown files under /assets: a missing script must not be answered with a page.
 */
export const consoleRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { consoleFolder, pageSettings } = yield* Settings
    const files = consoleFiles(consoleFolder, pageSettings)
    const serve = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const path = decoded(pathOf(request))
      const notFound = new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })
      if (path === null || path.startsWith("/api/")) return yield* notFound
      const found = yield* files
      const page = wantsPage(path, request.headers["accept"])
      if (found === null) return page ? unbuilt(path) : yield* notFound
      const named = path === "/" ? consolePage : path
      const file = found.get(named) ?? (page ? found.get(consolePage) : undefined)
      return file === undefined ? yield* notFound : fileResponse(named, file, request)
    })
    yield* router.add("GET", "/*", Effect.flatMap(HttpServerRequest.HttpServerRequest, serve))
  })
)
