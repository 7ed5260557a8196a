import { PasswordRefused } from "./AuthErrors.ts"
import { ownWords } from "./ownWords.ts"

/** Length limits of a password (000 §5), in code points after NFKC. */
export const passwordBounds = { minimum: 6, maximum: 40 } as const

/** Whether a password is one of our own words with nothing but digits and signs added. */
const isOwnWord = (password: string): boolean => ownWords.has(password.toLowerCase().replace(/[^\p{L}]/gu, ""))

/**
 * Why no password can have this length, or null (000 §5). Also applies at sign-in, unlike the rules about guessable
 * passwords.
 */
export const passwordLengthRefusal = (password: string): PasswordRefused | null => {
  const length = [...password.normalize("NFKC")].length
  if (length < passwordBounds.minimum) return new PasswordRefused({ data: { rule: "TooShort" } })
  return length > passwordBounds.maximum ? new PasswordRefused({ data: { rule: "TooLong" } }) : null
}

/**
 * Why a new password is refused, or null. `common` holds common passwords in lower case; only the server has that list.
 */
export const passwordRefusal = (password: string, common: ReadonlySet<string> = new Set()): PasswordRefused | null => {
  const length = passwordLengthRefusal(password)
  if (length !== null) return length
  const normal = password.normalize("NFKC")
  return common.has(normal.toLowerCase()) || isOwnWord(normal)
    ? new PasswordRefused({ data: { rule: "TooCommon" } })
    : null
}
