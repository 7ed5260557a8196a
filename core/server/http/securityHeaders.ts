import { createHash } from "node:crypto"
import type { HttpServerResponse } from "effect/http"

/** One year: the minimum for browsers' preload lists. */
const strictTransport = "max-age=31536000"

/**
 * The console uses the camera (to scan a lock), the location (to find the nearest facility) and the clipboard, and nothing
 * else.
 */
const permissions = [
  "camera=(self)",
  "geolocation=(self)",
  "clipboard-write=(self)",
  ...["display-capture", "hid", "microphone", "midi", "payment", "serial", "usb"].map((feature) => `${feature}=()`)
].join(", ")

/** The headers of every response. Users who connect over https stay on https. */
export const securityHeaders = (publicAddress: string): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "permissions-policy": permissions,
  "cross-origin-opener-policy": "same-origin",
  ...(publicAddress.startsWith("https:") ? { "strict-transport-security": strictTransport } : {})
})

const bodyText = ({ body }: HttpServerResponse.HttpServerResponse): string =>
  body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""

/** The policy for the API reference: only the scripts in its own page, identified by their hashes. */
export const referencePolicy = (page: HttpServerResponse.HttpServerResponse): string => {
  const scripts = [...bodyText(page).matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
  )
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
}
