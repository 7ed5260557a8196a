import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** The path of a request without its query, which can hold tokens and uids. */
export const pathOf = (request: HttpServerRequest): string => request.url.split("?", 1)[0] ?? ""
