import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/** Where a browser keeps what it is known by. It opens nothing, and no script of the page can read it. */
const cookie = "lockdesk_browser"
const isToken = /^[\w-]{43}$/

/** How long a browser is known after somebody signed in with it, in milliseconds. */
export const browserKnownFor = 180 * 24 * 60 * 60 * 1000

/** Where the token that the answer is to set is kept: on Node's own request, which every view of it shares. */
const key = Symbol("browserToken")

interface Kept {
  [key]?: string
}

/** The token that a browser is known by, where it sends one. */
export const browserOf = (request: HttpServerRequest.HttpServerRequest): string | null => {
  const token = request.cookies[cookie]
  return token !== undefined && isToken.test(token) ? token : null
}

/** Has the answer to a request give the browser a token. */
export const keepBrowser = ({ source }: HttpServerRequest.HttpServerRequest, token: string): void => {
  const request: Kept = source
  request[key] = token
}

/** An answer with the token that its browser is to keep, where there is one. `secure` where people come by https. */
export const withBrowser = (
  response: HttpServerResponse.HttpServerResponse,
  { source }: HttpServerRequest.HttpServerRequest,
  secure: boolean
): HttpServerResponse.HttpServerResponse => {
  const request: Kept = source
  const token = request[key]
  if (token === undefined || response.status >= 300) return response
  return HttpServerResponse.setCookieUnsafe(response, cookie, token, {
    httpOnly: true,
    sameSite: "strict",
    secure,
    path: "/api/auth",
    maxAge: browserKnownFor
  })
}
