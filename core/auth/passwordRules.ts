import { PasswordRefused } from "./AuthErrors.ts"

/** Bounds of a password (000 §5), in code points after NFKC. */
export const passwordBounds = { minimum: 6, maximum: 40 } as const

/** Why a new password is refused, or null. `common` holds the block-list, which is a setting of the server. */
export const passwordRefusal = (password: string, common: ReadonlySet<string> = new Set()): PasswordRefused | null => {
  const normal = password.normalize("NFKC")
  const length = [...normal].length
  if (length < passwordBounds.minimum) return new PasswordRefused({ data: { rule: "TooShort" } })
  if (length > passwordBounds.maximum) return new PasswordRefused({ data: { rule: "TooLong" } })
  return common.has(normal.toLowerCase()) ? new PasswordRefused({ data: { rule: "TooCommon" } }) : null
}
