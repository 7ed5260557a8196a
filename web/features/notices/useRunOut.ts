import { useEffect, useRef } from "react"
import { now } from "#web/app/clock.ts"
import { dismiss, type Notice, toastLimits } from "#web/app/notices.ts"

/** Removes each toast when its time is up. `paused` stops all timers. */
export const useRunOut = (toasts: ReadonlyArray<Notice>, paused: boolean): void => {
  const left = useRef(new Map<number, number>())
  useEffect(() => {
    const shown = new Set(toasts.map(({ id }) => id))
    for (const id of left.current.keys()) if (!shown.has(id)) left.current.delete(id)
    for (const { id } of toasts) if (!left.current.has(id)) left.current.set(id, toastLimits.stay)
    if (paused) return
    const since = now()
    const timers = toasts.map(({ id }) => setTimeout(() => dismiss(id), left.current.get(id)))
    return () => {
      for (const timer of timers) clearTimeout(timer)
      // Not less than nothing if the clock was set back.
      const spent = Math.max(0, now() - since)
      for (const [id, rest] of left.current) left.current.set(id, Math.max(0, rest - spent))
    }
  }, [toasts, paused])
}
