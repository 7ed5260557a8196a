import { xmlText } from "#core/base/xmlText.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"

const sampleLength = 600
/** Masking shorter values would make the text unreadable. */
const shortest = 3

/**
 * An excerpt of a response for display: without anything that was sent, without people's addresses and numbers, and without
 * characters that the database can't store.
 */
export const redacted = (text: string, fields: FmsFields): string => {
  const secrets = Object.values(fields)
    .filter((value) => value.length >= shortest)
    .flatMap((value) => [value, encodeURIComponent(value), xmlText(value), Buffer.from(value).toString("base64")])
    .sort((one, other) => other.length - one.length)
  let clean = text.slice(0, sampleLength * 8)
  for (const secret of secrets) clean = clean.replaceAll(secret, "***")
  return clean
    .replace(/[^\s<>"'@]+@[^\s<>"'@]+/g, "***@***")
    .replace(/\+?\d[\d ().-]{7,}\d/g, "###")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, sampleLength)
    .toWellFormed()
}
