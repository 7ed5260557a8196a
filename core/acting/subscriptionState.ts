import { subscriptionActive } from "#core/companies/tiers.ts"
import type { ListedCompany } from "./CompanyAccount.ts"

/** The states of a subscription. */
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
