import { fieldLabels } from "#core/base/fieldLabels.ts"
import { requiredWords, tooLongWords, tooShortWords } from "#core/base/fieldWords.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { nameText } from "#core/base/nameText.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { Feature, type FeatureAccessId } from "#core/companies/features.ts"
import { countText } from "#core/base/countText.ts"
import { emailIssue, nameLimit, personNameIssue } from "#core/team/userRules.ts"
import {
  type CompanyAccount,
  type CompanyEdit,
  type MaxLocks,
  mostLocksPerFacility,
  type NewCompany
} from "./CompanyAccount.ts"

/** Limits of the company form; the documents don't set any (000 §5). */
export const companyLimits = { name: { least: 2, most: 100 }, personName: nameLimit } as const

const nameIssue = (text: string): string | null => {
  const { length } = nameText(text)
  const { least, most } = companyLimits.name
  if (length === 0) return requiredWords(fieldLabels.companyName)
  if (length < least) return tooShortWords(fieldLabels.companyName, least)
  return length > most ? tooLongWords(fieldLabels.companyName, most) : null
}

/** A note after what was saved, for a company that has the same name as others. Names are not unique: branches share them. */
export const namesakeWords = (others: ReadonlyArray<CompanyId>): string =>
  others.length === 0
    ? ""
    : others.length === 1
      ? `. Another company has the same name: ID ${others[0]}.`
      : `. Other companies have the same name: IDs ${others.join(", ")}.`

const found = (issues: Readonly<Record<string, string | null>>): ReadonlyArray<FieldIssue> =>
  Object.entries(issues).flatMap(([path, message]) => (message === null ? [] : [{ path, message }]))

/** All problems of a new company and its first Owner, in the order of the form. */
export const newCompanyIssues = (
  form: Pick<NewCompany, "companyName" | "ownerFirstName" | "ownerLastName" | "ownerEmail">
): ReadonlyArray<FieldIssue> =>
  found({
    companyName: nameIssue(form.companyName),
    ownerFirstName: personNameIssue(fieldLabels.firstName, form.ownerFirstName),
    ownerLastName: personNameIssue(fieldLabels.lastName, form.ownerLastName),
    ownerEmail: emailIssue(form.ownerEmail)
  })

/** All problems of an edit. `own`: it is the caller's own company, which they could lock themselves out of. */
export const companyEditIssues = (form: CompanyEdit, own: boolean): ReadonlyArray<FieldIssue> => [
  ...found({
    companyName: form.companyName === undefined ? null : nameIssue(form.companyName),
    subscriptionSuspended: own && form.subscriptionSuspended === true ? "You can't suspend your own company." : null
  }),
  ...Object.keys(form.featureOverrides ?? {}).flatMap((id) =>
    Feature.ids.some((known) => String(known) === id)
      ? []
      : [{ path: "featureOverrides", message: `There is no feature ${id}.` }]
  )
]

/** A company's own features after an edit: null removes one. */
export const overridesAfter = (
  before: Readonly<Record<string, FeatureAccessId>>,
  change: CompanyEdit["featureOverrides"]
): Readonly<Record<string, FeatureAccessId>> =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).flatMap(([id, access]) => (access === null ? [] : [[id, access] as const]))
  )

/** How a company's own lock limit is stored: the number, and whether there is one. */
export const keptMaxLocks = (max: MaxLocks): { readonly own: boolean; readonly max: number | null } =>
  max === "plan" ? { own: false, max: null } : { own: true, max: max === "unlimited" ? null : max }

/** What is wrong with a typed lock limit, or null. */
export const maxLocksIssue = (typed: string): string | null =>
  /^[1-9]\d{0,6}$/.test(typed.trim()) && Number(typed) <= mostLocksPerFacility
    ? null
    : `Enter a number from 1 to ${countText(mostLocksPerFacility)}.`

const maxLocksOf = ({ ownMaxLocks, maxLocksPerFacility }: CompanyAccount): MaxLocks =>
  ownMaxLocks ? (maxLocksPerFacility ?? "unlimited") : "plan"

/** The edit that restores a company to its state before another edit; refused if it was changed again since. */
export const companyBack = (before: CompanyAccount, after: CompanyAccount): CompanyEdit => {
  const { companyName, subscriptionTier, paidThrough, subscriptionSuspended } = before
  const overrides = Object.keys({ ...before.featureOverrides, ...after.featureOverrides })
  return {
    companyName,
    subscriptionTier,
    paidThrough,
    subscriptionSuspended,
    maxLocksPerFacility: maxLocksOf(before),
    featureOverrides: Object.fromEntries(overrides.map((id) => [id, before.featureOverrides[id] ?? null])),
    version: after.version
  }
}

/** The audit record fields of a company: everything that the head office decides. */
export const recordedCompany = (
  company: Pick<
    CompanyAccount,
    | "companyName"
    | "subscriptionTier"
    | "paidThrough"
    | "subscriptionSuspended"
    | "maxLocksPerFacility"
    | "ownMaxLocks"
    | "featureOverrides"
  >
) => ({
  companyName: company.companyName,
  subscriptionTier: company.subscriptionTier,
  paidThrough: company.paidThrough,
  subscriptionSuspended: company.subscriptionSuspended,
  maxLocksPerFacility: company.maxLocksPerFacility,
  ownMaxLocks: company.ownMaxLocks,
  featureOverrides: JSON.stringify(company.featureOverrides)
})

/** The edit that restores the values of an audit record; refused if the company changes in the meantime. */
export const companyFactsBack = (
  now: CompanyAccount,
  facts: Partial<ReturnType<typeof recordedCompany>>
): CompanyEdit =>
  companyBack(
    {
      ...now,
      ...facts,
      featureOverrides: facts.featureOverrides === undefined ? now.featureOverrides : JSON.parse(facts.featureOverrides)
    },
    now
  )

/** Parses a date (as its last second in UTC) or an instant; null for anything else. */
export const paidThroughOf = (text: string): string | null => {
  const typed = text.trim()
  const instant = /^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T23:59:59.000Z` : typed
  const millis = Date.parse(instant)
  // An invalid day, such as February 30, parses as another day.
  return Number.isNaN(millis) || !new Date(millis).toISOString().startsWith(instant.slice(0, 10))
    ? null
    : new Date(millis).toISOString()
}
