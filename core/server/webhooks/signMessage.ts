import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** A new secret to sign messages with: 256 random bits, as standardwebhooks.com writes them. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString("base64")

/**
 * The headers of a message: HMAC-SHA256 of `id.timestamp.body` by each secret, the one in use first, so that a receiver with either
 * of two secrets takes it. `at` in milliseconds.
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
