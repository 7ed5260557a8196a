import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { routeOf } from "#core/navigation/routes.ts"

/** The page where a transfer is accepted. */
export const transferPage = (publicAddress: string, token: string): string =>
  `${publicAddress}${routeOf("facilities.transfer").path}?token=${token}`

/** The email that an offer was canceled, or made to somebody else. Without it, the earlier link just stops working. */
export const canceledEmail = (user: LoggedInUser, facilityName: string): string =>
  `${nameOnRecord(user)} of ${user.companyName} canceled the offer of the facility ${facilityName} to you.

The link in the earlier email doesn't work any more. You don't need to do anything.`

/** The email to the invited person. */
export const transferEmail = (user: LoggedInUser, facilityName: string, page: string, days: number): string =>
  `${nameOnRecord(user)} of ${user.companyName} offers your company the facility ${facilityName}, with its locks and their history.

Look at the offer and accept or decline it here, within ${days} days, signed in with this email address:
${page}

Only an Admin or an Owner can accept it. If you do not know what this is about, ignore this email; the offer will expire.`
