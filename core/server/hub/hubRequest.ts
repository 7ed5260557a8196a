import type { IncomingMessage } from "node:http"
import type { RequestFacts } from "./hubOptions.ts"

/** Our tokens are shorter; a longer one is not looked up. */
const LONGEST_TOKEN = 4096

/** A parsed request to the hub. */
export interface HubRequest {
  readonly place: "negotiate" | "hub" | "unknown"
  readonly query: URLSearchParams
  /** From the Authorization header, with or without `Bearer`, else from `access_token` in the query. */
  readonly token: string | null
  readonly facts: Omit<RequestFacts, "step">
}

const parse = (address: string | undefined): URL | null => URL.parse(address ?? "", "http://hub.invalid")

/**
 * A URL without the secrets that SignalR clients put in the query: the session's token and, for the hub, the connection's `id`.
 * Every access log must use it.
 */
export const withoutSecrets = (address: string, hubPath: string): string => {
  const url = parse(address)
  if (url === null) return address.replace(/\?.*$/s, "")
  const secrets = readPlace(url.pathname, hubPath) === null ? ["access_token"] : ["access_token", "id"]
  if (!secrets.some((name) => url.searchParams.has(name))) return address
  for (const name of secrets) url.searchParams.delete(name)
  return url.pathname + url.search
}

const readToken = (request: IncomingMessage, query: URLSearchParams): string | null => {
  const header = request.headers.authorization?.replace(/^bearer +/i, "").trim()
  const token = header || query.get("access_token")
  return token === null || token === "" || token.length > LONGEST_TOKEN ? null : token
}

const readPlace = (pathname: string, path: string): HubRequest["place"] | null => {
  const rest = pathname.startsWith(path) ? pathname.slice(path.length) : null
  if (rest === "" || rest === "/") return "hub"
  if (rest === "/negotiate") return "negotiate"
  return rest?.startsWith("/") === true ? "unknown" : null
}

/**
 * Parses a request for the hub at `path`, else returns null. Removes the secrets from the request's URL, so that later logging
 * can't leak them.
 */
export const takeHubRequest = (request: IncomingMessage, path: string): HubRequest | null => {
  // Every request passes here, so reject most of them without parsing.
  if (request.url?.includes(path.slice(path.lastIndexOf("/"))) !== true) return null
  const url = parse(request.url)
  const place = url === null ? null : readPlace(url.pathname, path)
  if (url === null || place === null) return null
  request.url = withoutSecrets(request.url ?? "", path)
  return {
    place,
    query: url.searchParams,
    token: readToken(request, url.searchParams),
    facts: {
      remoteAddress: request.socket.remoteAddress,
      origin: request.headers.origin,
      userAgent: request.headers["user-agent"]
    }
  }
}

/**
 * Whether the page that makes a request is allowed: browsers send its origin, which must be the hub's own host or a listed one.
 * Other clients send none.
 */
export const originAllowed = (request: IncomingMessage, allowed: ReadonlyArray<string>): boolean => {
  const { host, origin } = request.headers
  if (origin === undefined) return true
  return allowed.includes(origin) || (host !== undefined && URL.parse(origin)?.host === host.toLowerCase())
}
