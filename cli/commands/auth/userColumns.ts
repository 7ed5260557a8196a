import { Role } from "#core/auth/roles.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { Column } from "#cli/output/table.ts"

/** Who is signed in, as a record shows it. */
export const userColumns: ReadonlyArray<Column<LoggedInUser>> = [
  { heading: "Name", text: (user) => user.name },
  { heading: "Email", text: (user) => user.email },
  { heading: "Role", text: (user) => Role.label(user.roleID) },
  { heading: "Company", text: (user) => user.companyName },
  { heading: "Own company", text: (user) => user.ownCompanyName },
  { heading: "Plan", text: (user) => Tier.label(user.subscriptionTier) },
  {
    heading: "Facilities",
    text: (user) => (user.facilityIDs.length === 0 ? "all" : user.facilityIDs.join(", "))
  }
]
