import { EmailInUse } from "#core/auth/AuthErrors.ts"
import { uniqueRefusal } from "../db/uniqueRefusal.ts"

/** Turns an email that another user has into a refusal. */
export const emailInUse = uniqueRefusal("users_email", () => new EmailInUse({ data: {} }))
