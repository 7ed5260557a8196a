import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { codesHidden } from "#core/locks/lockRules.ts"

/** Key of a user's list. Users who see different locks, or different fields of them, have different keys. */
export const listOwner = (user: LoggedInUser): string =>
  JSON.stringify([
    user.userID,
    user.companyID,
    user.roleID,
    user.facilityIDs.toSorted((a, b) => a - b),
    codesHidden(user)
  ])
