import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/** The cookie by which a browser is recognized. It gives no access, and scripts of the page can't read it. */
const cookie = "lockdesk_browser"
const isToken = /^[\w-]{43}$/

/** How long a browser is remembered after someone signed in with it, in milliseconds. */
export const browserKnownFor = 180 * 24 * 60 * 60 * 1000

/** Where the new token is kept: on Node's own request, which all its wrappers share. */
const key = Symbol("browserToken")

interface Kept {
  [key]?: string
}

/** The browser's token, if it sends one. */
export const browserOf = (request: HttpServerRequest.HttpServerRequest): string | null => {
  const token = request.cookies[cookie]
  return token !== undefined && isToken.test(token) ? token : null
}

/** Makes the response to a request set the browser's token. */
export const keepBrowser = ({ source }: HttpServerRequest.HttpServerRequest, token: string): void => {
  const request: Kept = source
  request[key] = token
}

/** Adds the browser's new token to a response, if there is one. `secure`: users connect over https. */
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
