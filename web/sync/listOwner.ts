import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { codesHidden } from "#core/locks/lockRules.ts"

/** Whose list of locks it is: those who see other locks, or other parts of them, have a list of their own. */
export const listOwner = (user: LoggedInUser): string =>
  JSON.stringify([
    user.userID,
    user.companyID,
    user.roleID,
    user.facilityIDs.toSorted((a, b) => a - b),
    codesHidden(user)
  ])
