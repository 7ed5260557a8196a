import { Clock, Effect } from "effect"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import type { ListedCompany } from "#core/acting/CompanyAccount.ts"
import { subscriptionState } from "#core/acting/subscriptionState.ts"
import { Tier } from "#core/companies/tiers.ts"
import { dayText } from "#cli/output/timeText.ts"

/** Whether a company's plan applies now. */
export const subscriptionText = (company: ListedCompany): string =>
  subscriptionState(company, Effect.runSync(Clock.currentTimeMillis))

/** A company in a table. */
export const companyColumns = [
  { heading: "Id", text: ({ companyID }: CompanyChoice) => String(companyID) },
  { heading: "Company", text: ({ companyName }: CompanyChoice) => companyName }
]

/** A company in the list of all companies, with its subscription. */
export const listedColumns = [
  ...companyColumns,
  { heading: "Tier", text: ({ subscriptionTier }: ListedCompany) => Tier.label(subscriptionTier) },
  { heading: "Paid through", text: ({ paidThrough }: ListedCompany) => dayText(paidThrough, "none") },
  { heading: "Subscription", text: subscriptionText },
  { heading: "Facilities", text: ({ facilities }: ListedCompany) => String(facilities) },
  { heading: "Users", text: ({ users }: ListedCompany) => String(users) }
]
