import { Option } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { UserId } from "#core/base/ids.ts"
import { browserOf, keepBrowser } from "./browserCookie.ts"
import { noteUser } from "./requestUser.ts"
import { clientAddress, type TrustedProxies } from "./trustedProxies.ts"

/** The token of a call: the Authorization header, with or without 'Bearer '. */
export const tokenOf = (request: HttpServerRequest): string | null => {
  const header = request.headers["authorization"]
  if (header === undefined) return null
  const token = header.replace(/^bearer\s+/i, "").trim()
  return token === "" || token.length > 200 ? null : token
}

/** The client's address. X-Forwarded-For counts only from a trusted proxy, because anyone can send it. */
export const addressOf = (request: HttpServerRequest, proxies: TrustedProxies): string =>
  clientAddress(
    Option.getOrElse(request.remoteAddress, () => "unknown"),
    request.headers["x-forwarded-for"],
    proxies
  )

/** The origin of a call, with the client's address, which its headers can't forge. */
export interface Caller {
  readonly address: string
  /** Sets the account concerned, for the log line if the call is refused. */
  readonly note: (userID: UserId) => void
  /** The browser's token, if it has one, and a way to replace it. */
  readonly browser: string | null
  readonly keep: (token: string) => void
}

/** The caller, as far as known before sign-in. */
export const callerOf = (request: HttpServerRequest, proxies: TrustedProxies): Caller => ({
  address: addressOf(request, proxies),
  note: (userID) => noteUser(request, userID),
  browser: browserOf(request),
  keep: (token) => keepBrowser(request, token)
})
