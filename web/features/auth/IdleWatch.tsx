import { useEffect, useRef, useState } from "react"
import { now } from "#web/app/clock.ts"
import { idleness, type Idleness, signOfLifeEvery } from "#web/app/idle.ts"
import { toast } from "#web/app/notices.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { signOut } from "#web/app/signOut.ts"
import { onOtherTab, read, write } from "#web/app/storage.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"
import { IdleWarning } from "./IdleWarning.tsx"

/** Events that count as activity. */
const signs = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const

/** Store activity at most this often, in milliseconds. */
const writeEvery = 1000

/** Check at least this often, in milliseconds. */
const lookEvery = 60_000

/**
 * Signs out all tabs of this browser after the company's web timeout without activity, with a warning first
 * (DECISIONS, The rest). While the user is active, it pings the server so that the server's own timeout doesn't end
 * the session first.
 */
export const IdleWatch = () => {
  const { clientTimeout } = useSignedInUser()
  const [idle, setIdle] = useState<Idleness>({ kind: "active", for: clientTimeout })
  const warned = idle.kind === "warned"
  const lookNow = useRef(() => {})

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Time of the last activity in any tab, as far as this one knows. Opening a page counts as activity. */
    let lastTouched = now()
    const look = () => {
      clearTimeout(timer)
      lastTouched = Number(read("active") ?? lastTouched)
      const at = now()
      // The clock was set back. Time counts from here.
      if (lastTouched > at) write("active", String((lastTouched = at)))
      const next = idleness(at, lastTouched, clientTimeout)
      setIdle(next)
      if (next.kind === "over") {
        void signOut(false)
        toast("warning", "You have been logged out. Please log back in.", "You were signed out because of inactivity.")
        return
      }
      // Timers don't run while the computer sleeps, and don't notice that the clock was set.
      timer = setTimeout(look, next.kind === "active" ? Math.min(next.for, lookEvery) : 1000)
    }
    write("active", String(lastTouched))
    look()
    const stop = onOtherTab("active", (value) => {
      // Another tab emptied the storage, so the time of the last activity is lost.
      if (value === null) lastTouched = now()
      look()
    })
    document.addEventListener("visibilitychange", look)
    lookNow.current = look
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener("visibilitychange", look)
    }
  }, [clientTimeout])

  useEffect(() => {
    // Moving the mouse must not dismiss the warning; only its buttons do.
    if (warned) return
    let written = 0
    let reportedAt = now()
    const touched = () => {
      const at = now()
      // Also after the clock was set back.
      if (Math.abs(at - written) < writeEvery) return
      // The first sign of life after hours of sleep comes too late.
      if (idleness(at, Number(read("active") ?? at), clientTimeout).kind === "over") return lookNow.current()
      written = at
      write("active", String(at))
      if (Math.abs(at - reportedAt) < signOfLifeEvery(clientTimeout)) return
      reportedAt = at
      // Ignore network errors; a 401 already ends the session elsewhere.
      askWhoIsSignedIn().catch(() => undefined)
    }
    const listening = new AbortController()
    const { signal } = listening
    for (const sign of signs) addEventListener(sign, touched, { capture: true, passive: true, signal })
    return () => listening.abort()
  }, [clientTimeout, warned])

  const stay = () => {
    write("active", String(now()))
    setIdle(idleness(now(), now(), clientTimeout))
    askWhoIsSignedIn().catch(() => undefined)
  }
  return warned ? <IdleWarning seconds={Math.ceil(idle.left / 1000)} onStay={stay} /> : null
}
