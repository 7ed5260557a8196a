import { PasswordRefused } from "./AuthErrors.ts"
import { ownWords } from "./ownWords.ts"

/** Bounds of a password (000 §5), in code points after NFKC. */
export const passwordBounds = { minimum: 6, maximum: 40 } as const

/** Whether a password is one of our own words, with digits and signs around and between at most. */
const isOwnWord = (password: string): boolean => ownWords.has(password.toLowerCase().replace(/[^\p{L}]/gu, ""))

/** Why a new password is refused, or null. `common` holds the common ones in lower case, which only the server has. */
export const passwordRefusal = (password: string, common: ReadonlySet<string> = new Set()): PasswordRefused | null => {
  const normal = password.normalize("NFKC")
  const length = [...normal].length
  if (length < passwordBounds.minimum) return new PasswordRefused({ data: { rule: "TooShort" } })
  if (length > passwordBounds.maximum) return new PasswordRefused({ data: { rule: "TooLong" } })
  return common.has(normal.toLowerCase()) || isOwnWord(normal)
    ? new PasswordRefused({ data: { rule: "TooCommon" } })
    : null
}
