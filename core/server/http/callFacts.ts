import { Option } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { Caller } from "../auth/SignIns.ts"

/** The token of a call: the Authorization header as it is, or behind 'Bearer '. */
export const tokenOf = (request: HttpServerRequest): string | null => {
  const header = request.headers["authorization"]
  if (header === undefined) return null
  const token = header.replace(/^bearer\s+/i, "").trim()
  return token === "" || token.length > 200 ? null : token
}

/** From where a call comes. Headers such as X-Forwarded-For are not looked at: anybody can write them. */
export const callerOf = (request: HttpServerRequest): Caller => ({
  address: Option.getOrElse(request.remoteAddress, () => "unknown")
})
