import { accessLevel } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Area } from "#core/auth/permissions.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { ViewAboveYours } from "./ViewingErrors.ts"

/** How long a user can view as someone else, in minutes. */
export const viewMinutes = 15

/** Whether all facilities of one user are also another's; an empty list means all. */
const reachesNoFurther = (of: ReadonlyArray<FacilityId>, than: ReadonlyArray<FacilityId>): boolean =>
  than.length === 0 || (of.length > 0 && of.every((facilityID) => than.includes(facilityID)))

/** Why a user may not view with the access of `seen`, or null. */
export const viewRefusal = (
  user: LoggedInUser,
  seen: Pick<LoggedInUser, "Permissions" | "facilityIDs">,
  as: string
): ViewAboveYours | null => {
  const above = Area.ids.some((area) => (seen.Permissions[String(area)]?.accessLevel ?? 0) > accessLevel(user, area))
  return above || !reachesNoFurther(seen.facilityIDs, user.facilityIDs) ? new ViewAboveYours({ data: { as } }) : null
}
