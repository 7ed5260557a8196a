import type { ListedCompany } from "#core/acting/CompanyAccount.ts"
import { subscriptionActive, Tier, type TierId } from "#core/companies/tiers.ts"

/** Subscription states for the filter. */
export const subscriptionStates = ["Active", "Suspended", "Lapsed", "None"] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** The subscription state of a company at a time, in epoch milliseconds. */
export const subscriptionState = (
  { paidThrough, subscriptionSuspended: suspended }: Pick<ListedCompany, "paidThrough" | "subscriptionSuspended">,
  at: number
): SubscriptionState => {
  if (suspended) return "Suspended"
  if (paidThrough === null) return "None"
  return subscriptionActive({ paidThrough: new Date(paidThrough), suspended }, new Date(at)) ? "Active" : "Lapsed"
}

/** The date a company is paid through, such as 2027-12-31, in UTC; null for none. */
export const paidThroughDay = ({ paidThrough }: Pick<ListedCompany, "paidThrough">): string | null =>
  paidThrough?.slice(0, 10) ?? null

/** Plans to choose from: those for sale, and the company's current one. */
export const tierChoices = (own: TierId | null): ReadonlyArray<{ readonly value: number; readonly label: string }> =>
  Tier.rows.filter(({ id }) => id >= 0 || id === own).map(({ id, label }) => ({ value: id, label }))
