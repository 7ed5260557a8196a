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
