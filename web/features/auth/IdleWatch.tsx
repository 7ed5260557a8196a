import { useEffect, useState } from "react"
import { now } from "#web/app/clock.ts"
import { idleness, type Idleness, signOfLifeEvery } from "#web/app/idle.ts"
import { lazyPart } from "#web/app/lazyPart.ts"
import { toast } from "#web/app/notices.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { signOut } from "#web/app/signOut.ts"
import { onOtherTab, read, write } from "#web/app/storage.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"

const IdleWarning = lazyPart(() => import("./IdleWarning.tsx"), "IdleWarning")

/** What shows that somebody is there. */
const signs = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const

/** Touches are written down at most this often, in milliseconds. */
const writeEvery = 1000

/** When this browser was last touched, in any tab; a page that has just been opened counts as touched. */
const lastTouched = (): number => Number(read("active") ?? 0)

/**
 * Signs a browser out that nobody touches for as long as the company's web timeout, all its tabs together, and warns before
 * (DECISIONS, The rest). While somebody is there it shows the server a sign of life, so that its own timeout never comes first.
 */
export const IdleWatch = () => {
  const { clientTimeout } = useSignedInUser()
  const [idle, setIdle] = useState<Idleness>({ kind: "active", for: clientTimeout })
  const warned = idle.kind === "warned"
  useLoadedLater(IdleWarning)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const next = idleness(now(), lastTouched(), clientTimeout)
      setIdle(next)
      if (next.kind === "over") {
        void signOut(false)
        toast("warning", "You have been logged out. Please log back in.", "You were signed out because of inactivity.")
        return
      }
      // Beyond 24 days a timer would run at once.
      timer = setTimeout(look, Math.min(next.kind === "active" ? next.for : 1000, 2 ** 31 - 1))
    }
    write("active", String(now()))
    look()
    const stop = onOtherTab("active", look)
    // A computer that was asleep kept no time.
    document.addEventListener("visibilitychange", look)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener("visibilitychange", look)
    }
  }, [clientTimeout])

  useEffect(() => {
    // The warning is answered by what stands in it, not by a hand that moves towards it.
    if (warned) return
    let written = 0
    let told = now()
    const touched = () => {
      const at = now()
      if (at - written < writeEvery) return
      written = at
      write("active", String(at))
      if (at - told < signOfLifeEvery(clientTimeout)) return
      told = at
      // Whether the server is there is not what this is about; a token it refuses ends the session by itself.
      askWhoIsSignedIn().catch(() => undefined)
    }
    for (const sign of signs) addEventListener(sign, touched, { capture: true, passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, touched, { capture: true })
    }
  }, [clientTimeout, warned])

  const stay = () => {
    write("active", String(now()))
    setIdle(idleness(now(), now(), clientTimeout))
    askWhoIsSignedIn().catch(() => undefined)
  }
  return warned ? <IdleWarning seconds={Math.ceil(idle.left / 1000)} onStay={stay} /> : null
}
