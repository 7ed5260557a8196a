import type { CompanyAccount, CompanyEdit, MaxLocks } from "#core/acting/CompanyAccount.ts"
import { companyEditIssues, maxLocksIssue, paidThroughOf } from "#core/acting/companyRules.ts"
import { nameText } from "#core/base/nameText.ts"
import { Feature, FeatureAccess, type FeatureAccessId } from "#core/companies/features.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import type { FieldErrors } from "#web/app/useFieldErrors.ts"

/** Source of a company's lock limit per facility. */
export const maxLocksKinds = { plan: 0, unlimited: 1, own: 2 } as const

/** Value of a feature that follows the plan. */
export const byPlan = -1

/** The values of the company form as entered. */
export interface AccountValues {
  readonly companyName: string
  readonly subscriptionTier: number
  /** A date such as 2027-12-31; empty for none. */
  readonly paidThrough: string
  readonly maxLocks: number
  /** The company's own lock limit as typed. */
  readonly ownMax: string
  /** By feature ID: `byPlan`, or an access level that overrides the plan. */
  readonly features: Readonly<Record<string, number>>
}

/** Form values for a saved company. */
export const accountValues = (account: CompanyAccount): AccountValues => ({
  companyName: account.companyName,
  subscriptionTier: account.subscriptionTier,
  paidThrough: account.paidThrough?.slice(0, 10) ?? "",
  maxLocks: !account.ownMaxLocks
    ? maxLocksKinds.plan
    : account.maxLocksPerFacility === null
      ? maxLocksKinds.unlimited
      : maxLocksKinds.own,
  ownMax: account.ownMaxLocks ? String(account.maxLocksPerFacility ?? "") : "",
  features: Object.fromEntries(Feature.ids.map((id) => [String(id), account.featureOverrides[String(id)] ?? byPlan]))
})

/** The selected tier. */
export const chosenTier = (id: number): TierId => (Tier.isId(id) ? id : Tier.id.LocksOnly)

/** The instant for the date in the field; null for none. */
export const chosenEnd = (day: string): string | null => (day === "" ? null : paidThroughOf(day))

const chosenMax = ({ maxLocks, ownMax }: AccountValues): MaxLocks =>
  maxLocks === maxLocksKinds.plan ? "plan" : maxLocks === maxLocksKinds.unlimited ? "unlimited" : Number(ownMax)

const accessOf = (chosen: number | undefined): FeatureAccessId | null =>
  chosen !== undefined && FeatureAccess.isId(chosen) ? chosen : null

/** The fields that differ from other values, as the server takes them. */
const changedFields = (values: AccountValues, was: AccountValues) => {
  const isMax = (one: AccountValues) => JSON.stringify(chosenMax(one))
  const features = Object.keys(values.features).filter((id) => values.features[id] !== was.features[id])
  return {
    ...(nameText(values.companyName) === was.companyName ? {} : { companyName: values.companyName }),
    ...(values.subscriptionTier === was.subscriptionTier
      ? {}
      : { subscriptionTier: chosenTier(values.subscriptionTier) }),
    ...(values.paidThrough === was.paidThrough ? {} : { paidThrough: chosenEnd(values.paidThrough) }),
    ...(isMax(values) === isMax(was) ? {} : { maxLocksPerFacility: chosenMax(values) }),
    ...(features.length === 0
      ? {}
      : { featureOverrides: Object.fromEntries(features.map((id) => [id, accessOf(values.features[id])])) })
  }
}

/** The request: the changed fields, and the version they are based on. */
export const accountEdit = (values: AccountValues, account: CompanyAccount): CompanyEdit => ({
  version: account.version,
  ...changedFields(values, accountValues(account))
})

/** Whether two sets of form values are the same to the server. */
export const isSameAccount = (one: AccountValues, other: AccountValues): boolean =>
  Object.keys(changedFields(one, other)).length === 0

/** Error of the paid-through date, or null. */
export const paidThroughIssue = (day: string): string | null =>
  day === "" || paidThroughOf(day) !== null ? null : "Enter a day such as 2027-12-31."

/** Errors of the form by field. */
export const accountIssues = (values: AccountValues): FieldErrors => {
  const name = companyEditIssues({ companyName: values.companyName }, false)[0]?.message ?? null
  const max = values.maxLocks === maxLocksKinds.own ? maxLocksIssue(values.ownMax) : null
  const day = paidThroughIssue(values.paidThrough)
  return {
    ...(name === null ? {} : { companyName: name }),
    ...(day === null ? {} : { paidThrough: day }),
    ...(max === null ? {} : { maxLocksPerFacility: max })
  }
}
