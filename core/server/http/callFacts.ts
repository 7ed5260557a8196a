import { Option } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { Caller } from "../auth/SignIns.ts"
import { browserOf, keepBrowser } from "./browserCookie.ts"
import { noteUser } from "./requestUser.ts"
import { clientAddress, type TrustedProxies } from "./trustedProxies.ts"

/** The token of a call: the Authorization header as it is, or behind 'Bearer '. */
export const tokenOf = (request: HttpServerRequest): string | null => {
  const header = request.headers["authorization"]
  if (header === undefined) return null
  const token = header.replace(/^bearer\s+/i, "").trim()
  return token === "" || token.length > 200 ? null : token
}

/** From where a request comes. X-Forwarded-For counts only behind a trusted proxy: anybody can write it. */
export const addressOf = (request: HttpServerRequest, proxies: TrustedProxies): string =>
  clientAddress(
    Option.getOrElse(request.remoteAddress, () => "unknown"),
    request.headers["x-forwarded-for"],
    proxies
  )

/** Who makes a call, as far as that is known before anybody signs in. */
export const callerOf = (request: HttpServerRequest, proxies: TrustedProxies): Caller => ({
  address: addressOf(request, proxies),
  note: (userID) => noteUser(request, userID),
  browser: browserOf(request),
  keep: (token) => keepBrowser(request, token)
})
