import { createHash, randomBytes } from "node:crypto"

/** 256 random bits, as they travel. */
export const newToken = (): string => randomBytes(32).toString("base64url")

/** What is stored of a token. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest()

/** A public name for a session: it can be logged and passed around, and opens nothing. */
export const newSessionId = (): string => randomBytes(12).toString("hex")
