import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** The path of a request without its query, which can contain tokens and one-time ids. */
export const pathOf = (request: HttpServerRequest): string => request.url.split("?", 1)[0] ?? ""

/** A path as the router compares it: in any case, with escapes, and with repeated or final slashes. */
export const routedPath = (path: string): string => {
  const plain = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "")
  try {
    return decodeURI(plain).toLowerCase()
  } catch {
    return plain.toLowerCase()
  }
}
