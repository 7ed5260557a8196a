import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { homePath, publicPathAt } from "#core/navigation/routes.ts"
import { userFor } from "#web/app/actFor.ts"
import { goTo } from "#web/app/address.ts"
import { toast } from "#web/app/notices.ts"
import { session } from "#web/app/Session.ts"
import { followEnd, replaceSession, yes } from "#web/app/sessionLife.ts"
import { onOtherTab, read, writeTab } from "#web/app/storage.ts"
import { goToSignIn } from "./ways.ts"

const samePerson = (a: LoggedInUser, b: LoggedInUser): boolean => a.userID === b.userID && a.companyID === b.companyID

/** The user of a token that another tab has begun to use: the same person goes on acting for this tab's company. */
const userOf = async (token: string, before: LoggedInUser): Promise<LoggedInUser> => {
  const user = await userFor(token, null)
  return user.userID === before.userID && session.companyID !== null ? userFor(token, session.companyID) : user
}

/** Another tab has put this token where ours was: the first, a newer one of the same person, or somebody else's. */
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
 * Keeps the address in step with the session: its end leads to the sign-in, here and in every other tab, with a way back unless
 * somebody wanted to go; what another tab begins goes on here.
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
    if (token === null) end()
    else if (token !== session.token) {
      // A token that cannot be asked about now is asked about by a fresh page, which says so and tries again.
      follow(token).catch(() => location.reload())
    }
  })
}
