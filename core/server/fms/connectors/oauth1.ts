import { createHmac } from "node:crypto"

/** RFC 3986 encoding, which OAuth signatures need: stricter than encodeURIComponent. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The inputs of a one-legged OAuth 1.0 signature: there is no token. */
export interface OauthRequest {
  readonly method: string
  readonly url: URL
  readonly key: string
  readonly secret: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly nonce: string
}

/** The HMAC-SHA1 signature of a request, including its query parameters (RFC 5849 §3.4). */
export const oauthSignature = ({ method, url, key, secret, timestamp, nonce }: OauthRequest): string => {
  const parameters: ReadonlyArray<readonly [string, string]> = [
    ...url.searchParams.entries(),
    ["oauth_consumer_key", key],
    ["oauth_nonce", nonce],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(timestamp)],
    ["oauth_version", "1.0"]
  ]
  const sorted = parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&")
  const base = `${method}&${encoded(`${url.origin}${url.pathname}`)}&${encoded(sorted)}`
  return createHmac("sha1", `${encoded(secret)}&`)
    .update(base)
    .digest("base64")
}

/** The Authorization header of a request. */
export const oauthHeader = (request: OauthRequest): string =>
  `OAuth ${[
    ["oauth_consumer_key", request.key],
    ["oauth_nonce", request.nonce],
    ["oauth_signature", oauthSignature(request)],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(request.timestamp)],
    ["oauth_version", "1.0"]
  ]
    .map(([name = "", value = ""]) => `${name}="${encoded(value)}"`)
    .join(", ")}`
