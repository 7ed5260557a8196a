import { withClient } from "#core/api/ApiClient.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { UserId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { call } from "./calls.ts"
import { installation, webAddress } from "./installation.ts"
import { toast } from "./notices.ts"

let warnedUserID: UserId | null = null

/**
 * Sends a user of the old web app tier to that app with a uid that signs them in there (000 §2). Resolves to true if
 * the page is leaving. If the installation has no old web app, they stay and see a warning once.
 */
export const goToOldWebApp = async (user: LoggedInUser): Promise<boolean> => {
  if (user.subscriptionTier !== Tier.id.OldWebApp) return false
  const app = webAddress(installation.oldWebApp)
  if (app === null) {
    if (warnedUserID !== user.userID) {
      toast(
        "warning",
        "Your company is still on the old web app.",
        "We don't have its address. Ask your administrator."
      )
    }
    warnedUserID = user.userID
    return false
  }
  const { data } = await call(withClient((client) => client.auth.tokenFromUser()))
  location.assign(`${app.replace(/\/+$/, "")}/auth/sso?uid=${encodeURIComponent(data.uid)}`)
  return true
}
