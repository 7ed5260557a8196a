import { createHash, randomBytes } from "node:crypto"

/** 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url")

/** The stored form of a token. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest()

/** A public id of a session: safe to log and pass around, gives no access. */
export const newSessionId = (): string => randomBytes(12).toString("hex")
