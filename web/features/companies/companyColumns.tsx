import { fieldLabels } from "#core/base/fieldLabels.ts"
import type { ListedCompany } from "#core/acting/CompanyAccount.ts"
import { subscriptionState, subscriptionStates } from "#core/acting/subscriptionState.ts"
import { Tier } from "#core/companies/tiers.ts"
import { now } from "#web/app/clock.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { paidThroughDay } from "./subscriptionWords.ts"

const planOf = ({ subscriptionTier }: ListedCompany): string => Tier.label(subscriptionTier)
const stateOf = (company: ListedCompany): string => subscriptionState(company, now())

/** Acts for a company without opening it. */
const ActButton = ({ companyID, companyName }: ListedCompany) => (
  <CommandButton
    command="companies.actFor"
    shape="none"
    given={{ input: { companyID } }}
    label={`Act for ${companyName}`}
    showKeys={false}
  >
    Act for
  </CommandButton>
)

/** Columns of the company list. */
export const companyColumns: ReadonlyArray<GridColumn<ListedCompany>> = [
  {
    id: "companyName",
    title: "Company",
    width: 180,
    grow: 1.5,
    value: ({ companyName }) => companyName,
    searched: true,
    hideable: false
  },
  {
    id: "companyID",
    title: "Company ID",
    width: 116,
    grow: 0,
    from: 1000,
    value: ({ companyID }) => String(companyID),
    searched: true
  },
  {
    id: "plan",
    title: "Plan",
    width: 130,
    value: planOf,
    kind: "choice",
    choices: Tier.rows.map(({ label }) => ({ value: label, label }))
  },
  {
    id: "subscription",
    title: "Subscription",
    width: 126,
    grow: 0,
    from: 620,
    value: stateOf,
    kind: "choice",
    choices: subscriptionStates.map((value) => ({ value, label: value }))
  },
  { id: "paidThrough", title: fieldLabels.paidThrough, width: 126, grow: 0, from: 820, value: paidThroughDay },
  {
    id: "facilities",
    title: "Facilities",
    width: 104,
    grow: 0,
    from: 760,
    kind: "number",
    value: ({ facilities }) => facilities
  },
  { id: "users", title: "Users", width: 90, grow: 0, from: 900, kind: "number", value: ({ users }) => users },
  {
    id: "actFor",
    title: "Act for",
    width: 110,
    grow: 0,
    sortable: false,
    filterable: false,
    exportable: false,
    cell: (company) => <ActButton {...company} />
  }
]

/** A company on a narrow screen without columns. */
export const companyCard = (company: ListedCompany) => (
  <>
    <p>
      <strong>{company.companyName}</strong>
      <span className="muted">{planOf(company)}</span>
    </p>
    <p className="muted company-card-line">
      <span>{stateOf(company)}</span>
      <ActButton {...company} />
    </p>
  </>
)

/** Details of a company shown without leaving the list. */
export const companyPeek = (company: ListedCompany) => (
  <Facts
    facts={{
      "Company ID": company.companyID,
      Plan: planOf(company),
      Subscription: stateOf(company),
      [fieldLabels.paidThrough]: paidThroughDay(company),
      Facilities: company.facilities,
      Users: company.users
    }}
  />
)
