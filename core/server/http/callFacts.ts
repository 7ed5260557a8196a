import { Option } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
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

/** From where a call comes: the address of the client, which no header of theirs can forge. */
export interface Caller {
  readonly address: string
  /** Is told whose account it is about, for the log line of a call that is refused. */
  readonly note: (userID: number) => void
  /** The token that marks a browser, where it has one, and how to give it another. */
  readonly browser: string | null
  readonly keep: (token: string) => void
}

/** Who makes a call, as far as that is known before anybody signs in. */
export const callerOf = (request: HttpServerRequest, proxies: TrustedProxies): Caller => ({
  address: addressOf(request, proxies),
  note: (userID) => noteUser(request, userID),
  browser: browserOf(request),
  keep: (token) => keepBrowser(request, token)
})
