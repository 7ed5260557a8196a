import { fieldLabels } from "#core/base/fieldLabels.ts"
import { passwordWords } from "#core/auth/AuthErrors.ts"
import { passwordRefusal } from "#core/auth/passwordRules.ts"
import { emailsMatchWords, passwordsMatchWords, requiredWords } from "#core/base/fieldWords.ts"
import { nameText } from "#core/base/nameText.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { emailIssue, personNameIssue } from "#core/team/userRules.ts"

/** How long a password counts as just entered, in milliseconds (decision 61). */
export const passwordShownFor = 15 * 60 * 1000

/** The user's own name. */
export interface AccountName {
  readonly firstName: string
  readonly lastName: string
}

/** A new email, twice. */
export interface AccountEmail {
  readonly email: string
  readonly confirmEmail: string
}

/** A new password, twice. */
export interface AccountPassword {
  readonly password: string
  readonly confirmPassword: string
}

const issuesOf = (
  messages: ReadonlyArray<readonly [path: string, message: string | null]>
): ReadonlyArray<FieldIssue> => messages.flatMap(([path, message]) => (message === null ? [] : [{ path, message }]))

/** What is wrong with a new name (002 §5). */
export const nameIssues = ({ firstName, lastName }: AccountName): ReadonlyArray<FieldIssue> =>
  issuesOf([
    ["firstName", personNameIssue(fieldLabels.firstName, firstName)],
    ["lastName", personNameIssue(fieldLabels.lastName, lastName)]
  ])

/** Whether two names are the same. */
export const isSameName = (one: AccountName, other: AccountName): boolean =>
  nameText(one.firstName) === nameText(other.firstName) && nameText(one.lastName) === nameText(other.lastName)

const nameParts = ["firstName", "lastName"] as const

/** The parts of an edited name that someone else has changed since: they have neither their previous value nor the new one. */
export const namePartsChangedSince = (
  now: AccountName,
  asked: AccountName,
  was: AccountName | undefined
): ReadonlyArray<keyof AccountName> =>
  nameParts.filter((part) => {
    const [is, wanted, before] = [now[part], asked[part], was?.[part] ?? now[part]].map(nameText)
    return wanted !== before && is !== before && is !== wanted
  })

/** The name after an edit: a part that isn't changed stays as it is now. */
export const nameAfter = (now: AccountName, asked: AccountName, was: AccountName | undefined): AccountName => {
  const partAfter = (part: keyof AccountName): string =>
    nameText(was !== undefined && nameText(asked[part]) === nameText(was[part]) ? now[part] : asked[part])
  return { firstName: partAfter("firstName"), lastName: partAfter("lastName") }
}

/** What is wrong with a new email (002 §5). Only the server knows whether it is already used. */
export const newEmailIssues = ({ email, confirmEmail }: AccountEmail): ReadonlyArray<FieldIssue> =>
  issuesOf([
    ["email", emailIssue(email)],
    ["confirmEmail", nameText(email) === nameText(confirmEmail) ? null : emailsMatchWords]
  ])

/** What is wrong with a new password (000 §5). Only the server knows the common ones. */
export const newPasswordIssues = ({ password, confirmPassword }: AccountPassword): ReadonlyArray<FieldIssue> => {
  const refusal = password === "" ? null : passwordRefusal(password)
  return issuesOf([
    [
      "password",
      password === "" ? requiredWords("Password") : refusal === null ? null : passwordWords[refusal.data.rule]
    ],
    ["confirmPassword", password === confirmPassword ? null : passwordsMatchWords]
  ])
}
