import type { CompanyAccount, MadeCompany } from "#core/acting/CompanyAccount.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { Column } from "#cli/output/table.ts"
import { dayText } from "#cli/output/timeText.ts"
import { subscriptionText } from "./companyColumns.ts"

const overridden = ({ featureOverrides }: CompanyAccount): string =>
  Object.entries(featureOverrides)
    .map(([id, access]) => `${Feature.label(Number(id))}=${FeatureAccess.label(access)}`)
    .join(", ")

/** A company, line by line. */
export const accountFacts: ReadonlyArray<Column<CompanyAccount>> = [
  { heading: "Id", text: ({ companyID }) => String(companyID) },
  { heading: "Company", text: ({ companyName }) => companyName },
  { heading: "Tier", text: ({ subscriptionTier }) => Tier.label(subscriptionTier) },
  { heading: "Paid through", text: ({ paidThrough }) => dayText(paidThrough, "none") },
  { heading: "Subscription", text: subscriptionText },
  {
    heading: "Max locks per facility",
    text: ({ maxLocksPerFacility, ownMaxLocks }) =>
      `${maxLocksPerFacility ?? "unlimited"}${ownMaxLocks ? "" : " (plan)"}`
  },
  { heading: "Own features", text: overridden },
  { heading: "Facilities", text: ({ facilities }) => String(facilities) },
  { heading: "Users", text: ({ users }) => String(users) }
]

/** A new company, with the invitation link for its Owner. */
export const madeFacts: ReadonlyArray<Column<MadeCompany>> = [
  ...accountFacts,
  { heading: "Owner", text: ({ ownerEmail }) => ownerEmail },
  { heading: "Invitation", text: ({ invitation }) => invitation },
  { heading: "Emailed", text: ({ emailed }) => (emailed ? "yes" : "no, send the link yourself") }
]
