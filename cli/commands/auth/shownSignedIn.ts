import { Effect } from "effect"
import { Role } from "#core/auth/roles.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { FacilityNames } from "#core/facilities/facilityNamed.ts"
import type { Call } from "#cli/Call.ts"
import { namesFor } from "#cli/commands/users/shownUser.ts"
import { facilitiesText } from "#cli/commands/users/userColumns.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import type { Column } from "#cli/output/table.ts"

const facts = (names: FacilityNames, viewing: LoggedInUser["viewing"]): ReadonlyArray<Column<LoggedInUser>> => [
  { heading: "Name", text: (user) => user.name },
  { heading: "Email", text: (user) => user.email },
  { heading: "Role", text: (user) => Role.label(user.roleID) },
  ...(viewing === undefined ? [] : [{ heading: "Viewing as", text: () => viewing.as }]),
  { heading: "Company", text: (user) => user.companyName },
  { heading: "Own company", text: (user) => user.ownCompanyName },
  { heading: "Plan", text: (user) => Tier.label(user.subscriptionTier) },
  { heading: "Facilities", text: facilitiesText(names) }
]

/** The signed-in user, line by line, with facility names. */
export const shownSignedIn = (user: LoggedInUser, call: Call) =>
  Effect.map(namesFor(call, [user]), (names) => shownRecord(user, facts(names, user.viewing)))

/** Ends a command by showing the signed-in user. */
export const showSignedIn = (user: LoggedInUser, call: Call) =>
  Effect.flatMap(shownSignedIn(user, call), (shown) => Effect.promise(() => show(call.terminal, shown)))
