import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** A new signing secret: 256 random bits in the format of standardwebhooks.com. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString("base64")

/**
 * The headers of a message: HMAC-SHA256 of `id.timestamp.body` with each secret, the current one first, so that receivers with
 * either secret accept it. `at` is in milliseconds.
 */
export const signedHeaders = (
  message: { readonly id: string; readonly at: number; readonly body: string },
  secrets: ReadonlyArray<string>
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(message.at / 1000))
  const text = `${message.id}.${timestamp}.${message.body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64")
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`
  })
  return {
    "content-type": "application/json",
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" ")
  }
}
