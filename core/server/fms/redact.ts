import { xmlText } from "#core/base/xmlText.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"

const sampleLength = 600
/** Shorter values would blot out half of any text. */
const shortest = 3

/**
 * A piece of an answer to show to somebody: without anything that was sent, and without people's addresses and numbers. What a
 * database keeps in no text (a zero byte, half a character) is not in it.
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
