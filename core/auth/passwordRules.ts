import { PasswordRefused } from "./AuthErrors.ts"
import { ownWords } from "./ownWords.ts"

/** Bounds of a password (000 §5), in code points after NFKC. */
export const passwordBounds = { minimum: 6, maximum: 40 } as const

/** Whether a password is one of our own words, with digits and signs around and between at most. */
const isOwnWord = (password: string): boolean => ownWords.has(password.toLowerCase().replace(/[^\p{L}]/gu, ""))

/** Why no password can be of this length, or null (000 §5). It holds for signing in too; how easily one is guessed does not. */
export const passwordLengthRefusal = (password: string): PasswordRefused | null => {
  const length = [...password.normalize("NFKC")].length
  if (length < passwordBounds.minimum) return new PasswordRefused({ data: { rule: "TooShort" } })
  return length > passwordBounds.maximum ? new PasswordRefused({ data: { rule: "TooLong" } }) : null
}

/** Why a new password is refused, or null. `common` holds the common ones in lower case, which only the server has. */
export const passwordRefusal = (password: string, common: ReadonlySet<string> = new Set()): PasswordRefused | null => {
  const length = passwordLengthRefusal(password)
  if (length !== null) return length
  const normal = password.normalize("NFKC")
  return common.has(normal.toLowerCase()) || isOwnWord(normal)
    ? new PasswordRefused({ data: { rule: "TooCommon" } })
    : null
}
