import { imageTypeOf } from "#core/support/ticketRules.ts"
import { LogoRefused } from "./SubdomainErrors.ts"
import { logoLimits } from "./subdomainLimits.ts"

/** What the file picker offers (002 §5). */
export const logoTypes = ["image/png", "image/gif", "image/jpeg"] as const

const isGif = (head: Uint8Array): boolean => /^GIF8[79]a/.test(String.fromCharCode(...head.subarray(0, 6)))

/** Text that is an SVG or some other markup, after a byte order mark and spaces. */
const isMarkup = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head.subarray(0, 256)).replace(/^[\xef\xbb\xbf\s]+/, "")
  return /^<(\?xml|svg|!doctype svg|!--)/i.test(text)
}

/** Bytes at the beginning of a file that tell what it is. */
export const logoHeadBytes = 256

/** A file as it was chosen: its size, and its first `logoHeadBytes` bytes or all of it. */
export interface LogoFile {
  readonly size: number
  readonly head: Uint8Array
}

/** Why a file cannot be a logo by its size and how it begins, whatever it is called; null where it may be one. */
export const logoRefusal = ({ size, head }: LogoFile): LogoRefused | null => {
  const refused = (reason: LogoRefused["data"]["reason"]) => new LogoRefused({ data: { reason } })
  if (size === 0) return refused("None")
  if (size > logoLimits.fileBytes) return refused("TooLarge")
  if (imageTypeOf(head) !== null || isGif(head)) return null
  return refused(isMarkup(head) ? "Svg" : "NotAnImage")
}

/** Where a logo is served (002 §3). */
export const logoPath = (file: string): string => `/images/${file}`
