import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { publicPathAt, routeAt } from "#core/navigation/routes.ts"
import { pathOf } from "../http/requestPath.ts"
import { Settings } from "../Settings.ts"
import { type ConsoleFile, consoleFiles, consolePage } from "./consoleFiles.ts"
import { chooseEncoding } from "../http/contentEncoding.ts"
import { unbuiltPage, unbuiltPolicy } from "./unbuiltPages.ts"

/**
 * What the console's page may load: itself. Styles may be inline, because the dialogs' scroll lock writes its own (react-
 * remove-scroll); scripts may not. WebAssembly may be compiled, for the scanner reads codes with it where a browser cannot
 * by itself; that lets no script be made of text. `connect-src 'self'` lets the hub's WebSockets through as well (CSP 3, 6.7.2.8).
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

/** Top folders of addresses that are no pages of the console, whatever stands behind them. */
const notPages: ReadonlySet<string> = new Set(["api", "assets", "healthz", "readyz", "images", "static"])

/** Where the build puts files whose names change with their contents. */
const hashed = "/assets/"

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Whether a client may read HTML: it says so, or that it takes anything, as most that are no browsers do. */
const readsPages = (accept: string | undefined): boolean =>
  accept === undefined || /(\btext\/(html|\*)|\*\/\*)/i.test(accept)

/**
 * Whether a request asks for a page. An address of the console does whenever the client may read one; any other only from a
 * client that names HTML, so that a file that is not there is not answered with a page.
 */
const wantsPage = (path: string, accept: string | undefined): boolean => {
  if (path === "/") return true
  if (notPages.has(path.split("/", 2)[1] ?? "")) return false
  const isAddress = routeAt(path) !== undefined || publicPathAt(path) !== null
  return isAddress ? readsPages(accept) : /\btext\/html\b/i.test(accept ?? "")
}

/** Whether the client has these bytes already (RFC 9110, 13.1.2). */
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
 * The built console: its files at their names, its page at every other address that a browser asks a page for. What is
 * neither is the 404 of any unknown address, an unknown file under /assets among it: a script that is gone must not
 * be answered with a page.
 */
export const consoleRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const files = consoleFiles((yield* Settings).consoleFolder)
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
