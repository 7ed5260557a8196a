import { words } from "#core/api/problem.ts"
import { SignedOut } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { homePath, publicPathAt } from "#core/navigation/routes.ts"
import { userFor } from "#web/app/switchCompany.ts"
import { goTo } from "#web/app/address.ts"
import { toast } from "#web/app/notices.ts"
import { session } from "#web/app/Session.ts"
import { followEnd, replaceSession, yes } from "#web/app/sessionLife.ts"
import { onOtherTab, read, writeTab } from "#web/app/storage.ts"
import { goToSignIn } from "./ways.ts"

const samePerson = (a: LoggedInUser, b: LoggedInUser): boolean => a.userID === b.userID && a.companyID === b.companyID

/** The user of a token set by another tab. The same person keeps acting for this tab's company. */
const userOf = async (token: string, before: LoggedInUser): Promise<LoggedInUser> => {
  const user = await userFor(token, null)
  return user.userID === before.userID && session.companyID !== null ? userFor(token, session.companyID) : user
}

/** Follows a token set by another tab: the first one, a newer one of the same user, or a different user's. */
const follow = async (token: string): Promise<void> => {
  const before = session.user
  if (before === null) {
    writeTab("open", yes)
    session.adopt(token)
    return
  }
  const user = await userOf(token, before)
  if (read("token") !== token) return
  if (samePerson(before, user)) {
    session.begin(token, user)
    return
  }
  replaceSession(token, user)
  toast("info", `You're now signed in as ${user.email}.`, "Someone signed in from another tab of this browser.")
  goTo(homePath)
}

/**
 * Keeps the URL in sync with the session in all tabs. When it ends, goes to the sign-in screen, with a return URL
 * unless the user signed out; when another tab starts one, continues here.
 */
export const followSession = (): void => {
  let known = session.user !== null
  session.subscribe(() => {
    const ended = known && session.token === null
    known = session.user !== null
    if (!ended || publicPathAt(location.pathname) !== null) return
    if (read("signedOut") === yes) goTo("/signin", { replace: true })
    else goToSignIn(location)
  })
  const end = () => {
    if (session.token !== null) followEnd()
  }
  onOtherTab("signedOut", (marker) => {
    if (marker === yes) end()
  })
  onOtherTab("token", (token) => {
    if (token === null) {
      if (session.token === null) return
      const asked = read("signedOut") === yes
      end()
      // Inactivity, or the server ended the session. The tab where it happened says which.
      if (!asked) toast("warning", words(new SignedOut()).error, "Your session ended in another tab of this browser.")
    } else if (token !== session.token) {
      // If the user of the token can't be fetched now, a fresh page shows that and retries.
      follow(token).catch(() => location.reload())
    }
  })
}
