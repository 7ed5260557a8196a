import "./liveUpdates.css"
import { useEffect, useState, useSyncExternalStore } from "react"
import { now } from "#web/app/clock.ts"
import { loadModule } from "#web/app/loadModule.ts"
import { freshness } from "./freshness.ts"
import { liveState } from "./liveState.ts"
import { lockList } from "./LockList.ts"
import { useReachability } from "#web/app/reachability.ts"

/** Ages are shown in minutes. */
const tick = 30_000

/** Pause before the code of live updates is loaded again, in milliseconds. */
const pause = 5_000

/** The current time, updated every half minute while an age is shown. */
const useTicking = (ticks: boolean): number => {
  const [at, setAt] = useState(now)
  useEffect(() => {
    if (!ticks) return
    setAt(now())
    const timer = setInterval(() => setAt(now()), tick)
    return () => clearInterval(timer)
  }, [ticks])
  return at
}

/** Keeps the tab up to date while a user is signed in, and shows a small note when it can't. */
export const LiveUpdates = () => {
  useEffect(() => {
    let stop: (() => void) | null = null
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    // Load it after the first paint, because nothing on the first screen needs it.
    const load = () => {
      loadModule(() => import("./keepCurrent.ts")).then(
        ({ keepCurrent }) => {
          if (!over) stop = keepCurrent()
        },
        () => {
          if (over) return
          liveState.set("off")
          timer = setTimeout(load, pause)
        }
      )
    }
    load()
    return () => {
      over = true
      clearTimeout(timer)
      stop?.()
    }
  }, [])
  const list = useSyncExternalStore(lockList.subscribe, lockList.state)
  const hub = useSyncExternalStore(liveState.subscribe, liveState.get)
  const reach = useReachability()
  const wrong = freshness(list, hub, reach, now()) !== null
  const shown = freshness(list, hub, reach, Math.max(useTicking(wrong), list.pulledAt ?? 0))
  return (
    <p className={shown === null ? "live-note" : "live-note shown"}>
      <span role="status">{shown?.happened}</span>
      {shown === null ? null : `; ${shown.age}.`}
    </p>
  )
}
