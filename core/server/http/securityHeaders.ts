import { createHash } from "node:crypto"
import type { HttpServerResponse } from "effect/http"

/** One year: what browsers' preload lists ask for. */
const strictTransport = "max-age=31536000"

/** The console uses the camera (to scan a lock), the place (for the nearest facility) and the clipboard, and nothing else. */
const permissions = [
  "camera=(self)",
  "geolocation=(self)",
  "clipboard-write=(self)",
  ...["display-capture", "hid", "microphone", "midi", "payment", "serial", "usb"].map((feature) => `${feature}=()`)
].join(", ")

/** The headers that every answer has. People who reach the server by https are kept there. */
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

/** What the reference of the calls may load: the scripts that stand in its own page, known by their sums, and no other. */
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
