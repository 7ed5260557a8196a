import type { FacilityId } from "#core/base/ids.ts"
import { listedNames } from "#core/base/listedNames.ts"
import { facilityNamed, type FacilityNames } from "#core/facilities/facilityNamed.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

/** A user's facilities by name. */
export const facilitiesText =
  (names: FacilityNames) =>
  ({ facilityIDs }: { readonly facilityIDs: ReadonlyArray<FacilityId> }): string =>
    facilityIDs.length === 0 ? "all" : listedNames(facilityIDs.map((id) => facilityNamed(names, id)))

const state = ({ status, invited, inviteFailure }: TeamUser): string => {
  if (!status) return "no"
  if (!invited) return "yes"
  return inviteFailure === null ? "invited" : "invite failed"
}

/** Users as a list shows them. */
export const userColumns = (names: FacilityNames): ReadonlyArray<Column<TeamUser>> => [
  { heading: "Id", text: (user) => String(user.userID), shrinks: "never" },
  { heading: "Name", text: (user) => user.name },
  { heading: "Email", text: (user) => user.email, shrinks: "never" },
  { heading: "Role", text: (user) => user.roleName },
  { heading: "Facilities", text: facilitiesText(names), shrinks: "first" },
  { heading: "Active", text: state, shrinks: "never" },
  { heading: "Last seen", text: ({ lastSeenOn }) => timeText(lastSeenOn, "never"), shrinks: "first" }
]

/** A user, line by line. */
export const userFacts = (names: FacilityNames): ReadonlyArray<Column<TeamUser>> => [
  { heading: "Id", text: (user) => String(user.userID) },
  { heading: "First name", text: (user) => user.firstName },
  { heading: "Last name", text: (user) => user.lastName },
  { heading: "Email", text: (user) => user.email },
  { heading: "Role", text: (user) => user.roleName },
  { heading: "Facilities", text: facilitiesText(names) },
  { heading: "Active", text: state },
  { heading: "Last seen", text: ({ lastSeenOn }) => timeText(lastSeenOn, "never") }
]
