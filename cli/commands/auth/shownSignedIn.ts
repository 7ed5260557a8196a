import { Effect } from "effect"
import { areasText } from "#core/apikeys/apiKeyRules.ts"
import { Role } from "#core/auth/roles.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { FacilityNames } from "#core/facilities/facilityNamed.ts"
import type { Call } from "#cli/Call.ts"
import { namesFor, noNames } from "#cli/commands/users/shownUser.ts"
import { facilitiesText } from "#cli/commands/users/userColumns.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { timeText } from "#cli/output/timeText.ts"
import type { Column } from "#cli/output/table.ts"

/** An API key has no person's name, email and role. */
const keyFacts = (
  names: FacilityNames,
  { name, mayReveal, expiresOn }: NonNullable<LoggedInUser["apiKey"]>
): ReadonlyArray<Column<LoggedInUser>> => [
  { heading: "API key", text: () => name },
  { heading: "Company", text: (user) => user.companyName },
  { heading: "Facilities", text: (user) => (isOfNone(user) ? "none" : facilitiesText(names)(user)) },
  { heading: "Areas", text: ({ Permissions }) => areasText(Permissions) },
  { heading: "May reveal", text: () => (mayReveal ? "yes" : "no") },
  { heading: "Expires", text: () => timeText(expiresOn, "never") }
]

/** Whether an API key sees no facility: it has the ID 0, which no facility has. */
const isOfNone = ({ facilityIDs: [first] }: LoggedInUser): boolean => first === 0

const personFacts = (names: FacilityNames, viewing: LoggedInUser["viewing"]): ReadonlyArray<Column<LoggedInUser>> => [
  { heading: "Name", text: (user) => user.name },
  { heading: "Email", text: (user) => user.email },
  { heading: "Role", text: (user) => Role.label(user.roleID) },
  ...(viewing === undefined ? [] : [{ heading: "Viewing as", text: () => viewing.as }]),
  { heading: "Company", text: (user) => user.companyName },
  { heading: "Own company", text: (user) => user.ownCompanyName },
  { heading: "Plan", text: (user) => Tier.label(user.subscriptionTier) },
  { heading: "Facilities", text: facilitiesText(names) }
]

/** What to show of the signed-in user, or of the API key that is used instead. A key may not see the names of facilities. */
export const signedInFacts = (user: LoggedInUser, call: Call) => {
  const { apiKey, viewing } = user
  if (apiKey === undefined) return Effect.map(namesFor(call, [user]), (names) => personFacts(names, viewing))
  const named = isOfNone(user) ? Effect.succeed(noNames) : Effect.orElseSucceed(namesFor(call, [user]), () => noNames)
  return Effect.map(named, (names) => keyFacts(names, apiKey))
}

/** The signed-in user, line by line, with facility names. */
export const shownSignedIn = (user: LoggedInUser, call: Call) =>
  Effect.map(signedInFacts(user, call), (facts) => shownRecord(user, facts))

/** Ends a command by showing the signed-in user. */
export const showSignedIn = (user: LoggedInUser, call: Call) =>
  Effect.flatMap(shownSignedIn(user, call), (shown) => show(call.terminal, shown))
