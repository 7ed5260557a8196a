import { useLocation } from "@tanstack/react-router"
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react"
import { homePath } from "#core/navigation/routes.ts"
import { goTo } from "#web/app/address.ts"
import { now } from "#web/app/clock.ts"
import { toast } from "#web/app/notices.ts"
import { onRefresh } from "#web/app/refresh.ts"
import { session, useSignedInUser } from "#web/app/Session.ts"
import { replaceSession } from "#web/app/sessionLife.ts"
import { hasTyped } from "#web/app/unsaved.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"

/** Network errors are ignored here; the next response that arrives updates the user anyway. */
const askAgain = (): void => void askWhoIsSignedIn().catch(() => undefined)

/**
 * Restarts the session when the user starts or stops viewing as someone else, here or in another tab. Unsaved changes stay until the
 * user leaves their form: by then they may be back to their own view. Another view's screen starts with none of this one's state.
 */
export const ViewingHost = ({ children }: { readonly children: ReactNode }) => {
  const user = useSignedInUser()
  const { viewing } = user
  const until = viewing?.until ?? ""
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [shown, setShown] = useState(until)
  /** The view during which unsaved changes stay. */
  const kept = useRef(shown)
  useEffect(() => onRefresh((topics) => (topics.includes("session") ? askAgain() : undefined)), [])
  useEffect(() => {
    const { token } = session
    const before = kept.current
    if (token === null || (shown === until && before === until)) return
    kept.current = until
    const words =
      viewing === undefined ? "You're back to your own view." : `You are viewing as ${viewing.as} for 15 minutes.`
    if (shown === until || hasTyped()) {
      if (before !== until) toast("info", words, "Your changes stay until you leave.")
      return
    }
    // Drop all data loaded under the other identity.
    replaceSession(token, user)
    setShown(until)
    goTo(homePath)
    toast("info", words)
  }, [until, user, viewing, shown, path])
  useEffect(() => {
    if (until === "") return
    const timer = setTimeout(askAgain, Math.max(0, Date.parse(until) - now()) + 500)
    return () => clearTimeout(timer)
  }, [until])
  return <Fragment key={`${user.userID} ${user.companyID} ${shown}`}>{children}</Fragment>
}
