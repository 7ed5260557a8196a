import "./liveUpdates.css"
import { useEffect, useState, useSyncExternalStore } from "react"
import { now } from "#web/app/clock.ts"
import { freshness } from "./freshness.ts"
import { liveState } from "./liveState.ts"
import { lockList } from "./LockList.ts"
import { useReachability } from "#web/app/reachability.ts"

/** An age is told in minutes. */
const tick = 30_000

/** The time, anew every half minute while somebody looks at an age. */
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

/** Keeps the tab current while somebody is signed in, and says so quietly when it cannot. */
export const LiveUpdates = () => {
  useEffect(() => {
    let stop: (() => void) | null = null
    let over = false
    // After the first paint: nothing that is shown first waits for it.
    import("./keepCurrent.ts").then(
      ({ keepCurrent }) => {
        if (!over) stop = keepCurrent()
      },
      () => liveState.set("off")
    )
    return () => {
      over = true
      stop?.()
    }
  }, [])
  const list = useSyncExternalStore(lockList.subscribe, lockList.state)
  const hub = useSyncExternalStore(liveState.subscribe, liveState.get)
  const reach = useReachability()
  const wrong = freshness(list, hub, reach, now()) !== null
  const said = freshness(list, hub, reach, Math.max(useTicking(wrong), list.pulledAt ?? 0))
  return (
    <p className={said === null ? "live-note" : "live-note shown"}>
      <span role="status">{said?.happened}</span>
      {said === null ? null : `; ${said.age}.`}
    </p>
  )
}
