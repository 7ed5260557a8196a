import type { ListedCompany } from "#core/acting/CompanyAccount.ts"
import { subscriptionActive, Tier, type TierId } from "#core/companies/tiers.ts"

/** How a subscription is, for a filter: each in one word. */
export const subscriptionStates = ["Active", "Suspended", "Lapsed", "None"] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** How the subscription of a company is at a moment, in epoch milliseconds. */
export const subscriptionState = (
  { paidThrough, subscriptionSuspended: suspended }: Pick<ListedCompany, "paidThrough" | "subscriptionSuspended">,
  at: number
): SubscriptionState => {
  if (suspended) return "Suspended"
  if (paidThrough === null) return "None"
  return subscriptionActive({ paidThrough: new Date(paidThrough), suspended }, new Date(at)) ? "Active" : "Lapsed"
}

/** The day that a company is paid through: 2027-12-31, in UTC; null for none. */
export const paidThroughDay = ({ paidThrough }: Pick<ListedCompany, "paidThrough">): string | null =>
  paidThrough?.slice(0, 10) ?? null

/** Plans to choose from: those that are sold, and the one that a company has. */
export const tierChoices = (own: TierId | null): ReadonlyArray<{ readonly value: number; readonly label: string }> =>
  Tier.rows.filter(({ id }) => id >= 0 || id === own).map(({ id, label }) => ({ value: id, label }))
