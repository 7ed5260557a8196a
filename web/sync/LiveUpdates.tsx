import "./liveUpdates.css"
import { useEffect, useReducer, useRef, useSyncExternalStore } from "react"
import { now } from "#web/app/clock.ts"
import { loadModule } from "#web/app/loadModule.ts"
import { freshness } from "./freshness.ts"
import { liveState } from "./liveState.ts"
import { lockList } from "./LockList.ts"
import { useReachability } from "#web/app/reachability.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

/** Ages are shown in minutes. */
const tick = 30_000

/** Pause before the code of live updates is loaded again, in milliseconds. */
const pause = 5_000

/** Keeps the tab up to date while a user is signed in, and shows a small note when it can't. */
export const LiveUpdates = () => {
  const retry = useRef<() => void>(null)
  useEffect(() => {
    let stop: (() => void) | null = null
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    // Load it after the first paint, because nothing on the first screen needs it.
    const load = () => {
      loadModule(() => import("./keepCurrent.ts")).then(
        ({ keepCurrent }) => {
          if (!over) [stop, retry.current] = keepCurrent()
        },
        () => {
          if (over) return
          liveState.set("off")
          timer = setTimeout(load, pause)
          retry.current = () => {
            clearTimeout(timer)
            load()
          }
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
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const shown = freshness(list, hub, reach, now())
  const wrong = shown !== null
  useEffect(() => {
    if (!wrong) return
    const timer = setInterval(redraw, tick)
    return () => clearInterval(timer)
  }, [wrong])
  useCommands({ scope: "anywhere", handlers: { "locks.pull": () => retry.current?.() } }, wrong)
  return (
    <p className="live-note">
      <span role="status">{shown?.happened}</span>
      {shown === null ? null : (
        <>
          ; {shown.age}. <CommandButton command="locks.pull">Try again now</CommandButton>
        </>
      )}
    </p>
  )
}
