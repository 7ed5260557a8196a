import { words } from "#core/api/problem.ts"
import type { PasswordRefused } from "#core/auth/AuthErrors.ts"
import { passwordLengthRefusal, passwordRefusal } from "#core/auth/passwordRules.ts"
import { emailWords, isEmail, passwordsMatchWords, requiredWords } from "#core/base/fieldWords.ts"

/** The error of each field. A valid field is absent. */
export type Issues<Name extends string> = { readonly [K in Name]?: string }

const emailIssue = (email: string): string | undefined =>
  email.trim() === "" ? requiredWords("Email") : isEmail(email.trim()) ? undefined : emailWords

const passwordIssue = (
  password: string,
  refusalOf: (password: string) => PasswordRefused | null
): string | undefined => {
  if (password === "") return requiredWords("Password")
  const refusal = refusalOf(password)
  return refusal === null ? undefined : words(refusal).error
}

const only = <Name extends string>(issues: { readonly [K in Name]: string | undefined }): Issues<Name> =>
  Object.fromEntries(Object.entries(issues).filter(([, issue]) => issue !== undefined)) as Issues<Name>

/** Validates a sign-in (000 §5). Old passwords may break today's rules, so only the length is checked. */
export const signInIssues = (fields: { readonly email: string; readonly password: string }) =>
  only({ email: emailIssue(fields.email), password: passwordIssue(fields.password, passwordLengthRefusal) })

/** Validates a forgotten-password request (000 §2). */
export const forgottenIssues = (fields: { readonly email: string }) => only({ email: emailIssue(fields.email) })

/** Validates a new password and its confirmation (000 §5). */
export const newPasswordIssues = (fields: { readonly password: string; readonly confirmation: string }) =>
  only({
    password: passwordIssue(fields.password, passwordRefusal),
    confirmation:
      fields.confirmation === ""
        ? requiredWords("Confirm password")
        : fields.confirmation === fields.password
          ? undefined
          : passwordsMatchWords
  })
