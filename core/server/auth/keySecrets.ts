import { randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const base62 = (number: bigint, length: number): string => {
  let text = ""
  for (let left = number; text.length < length; left /= 62n) text = (digits[Number(left % 62n)] ?? "") + text
  return text
}

const checkOf = (text: string): string => base62(BigInt(crc32(text)), 6)

const prefix = "ldk_live_"
const shape = /^(ldk_live_[0-9A-Za-z]{33})([0-9A-Za-z]{6})$/

/** A new secret: a prefix known to secret scanners, 192 random bits in base 62, and a checksum. */
export const newKeySecret = (): string => {
  const body = prefix + base62(BigInt(`0x${randomBytes(24).toString("hex")}`), 33)
  return body + checkOf(body)
}

/** A new public key: it identifies an API key and gives no access. */
export const newPublicKey = (): string => `ldk_pub_${base62(BigInt(`0x${randomBytes(12).toString("hex")}`), 17)}`

/** Whether a token has the form of an API key's secret. */
export const isKeySecret = (token: string): boolean => token.startsWith(prefix)

/** Whether a secret's checksum is right, so that typos are refused without the database. */
export const isWellFormed = (secret: string): boolean => {
  const [, body, check] = shape.exec(secret) ?? []
  return body !== undefined && checkOf(body) === check
}
