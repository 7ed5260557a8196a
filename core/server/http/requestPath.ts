import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** The path of a request without its query, which can contain tokens and one-time ids. */
export const pathOf = (request: HttpServerRequest): string => request.url.split("?", 1)[0] ?? ""
