import { imageTypeOf } from "#core/support/ticketRules.ts"
import { LogoRefused } from "./SubdomainErrors.ts"
import { logoLimits } from "./subdomainLimits.ts"

/** File types offered by the file picker (002 §5). */
export const logoTypes = ["image/png", "image/gif", "image/jpeg"] as const

const isGif = (head: Uint8Array): boolean => /^GIF8[79]a/.test(String.fromCharCode(...head.subarray(0, 6)))

/** Whether the file is SVG or other markup, after a byte order mark and spaces. */
const isMarkup = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head.subarray(0, 256)).replace(/^[\xef\xbb\xbf\s]+/, "")
  return /^<(\?xml|svg|!doctype svg|!--)/i.test(text)
}

/** How many bytes at the start of a file are needed to detect its type. */
export const logoHeadBytes = 256

/** A chosen file: its size, and its first `logoHeadBytes` bytes (or all of it). */
export interface LogoFile {
  readonly size: number
  readonly head: Uint8Array
}

/** Why a file can't be a logo, by its size and first bytes, whatever its name; null if it may be one. */
export const logoRefusal = ({ size, head }: LogoFile): LogoRefused | null => {
  const refused = (reason: LogoRefused["data"]["reason"]) => new LogoRefused({ data: { reason } })
  if (size === 0) return refused("None")
  if (size > logoLimits.fileBytes) return refused("TooLarge")
  if (imageTypeOf(head) !== null || isGif(head)) return null
  return refused(isMarkup(head) ? "Svg" : "NotAnImage")
}

/** The path of a logo (002 §3). */
export const logoPath = (file: string): string => `/images/${file}`
