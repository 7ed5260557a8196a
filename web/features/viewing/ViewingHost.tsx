import { useEffect, useRef } from "react"
import { homePath } from "#core/navigation/routes.ts"
import { goTo } from "#web/app/address.ts"
import { now } from "#web/app/clock.ts"
import { toast } from "#web/app/notices.ts"
import { onRefresh } from "#web/app/refresh.ts"
import { session, useSignedInUser } from "#web/app/Session.ts"
import { replaceSession } from "#web/app/sessionLife.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"

/** Network errors are ignored here; the next response that arrives updates the user anyway. */
const askAgain = (): void => void askWhoIsSignedIn().catch(() => undefined)

/** Restarts the session when the user starts or stops viewing as someone else, here or in another tab. */
export const ViewingHost = () => {
  const user = useSignedInUser()
  const { viewing } = user
  const until = viewing?.until ?? null
  const before = useRef(until)
  useEffect(() => onRefresh((topics) => (topics.includes("session") ? askAgain() : undefined)), [])
  useEffect(() => {
    if (before.current === until) return
    before.current = until
    const { token } = session
    if (token === null) return
    // Drop all data loaded under the other identity.
    replaceSession(token, user)
    goTo(homePath)
    if (viewing === undefined) toast("info", "You're back to your own view.")
    else toast("info", `You are viewing as ${viewing.as} for 15 minutes.`)
  }, [until, user, viewing])
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(askAgain, Math.max(0, Date.parse(until) - now()) + 500)
    return () => clearTimeout(timer)
  }, [until])
  return null
}
