import { countOf } from "#core/base/countOf.ts"
import { useEffect, useState } from "react"
import { CallFailure } from "#web/app/CallFailure.ts"
import { now } from "#web/app/clock.ts"
import type { Words } from "#core/api/problem.ts"

/** A form under way: what came of sending it, and why it cannot be sent now. */
export interface Sending {
  readonly busy: boolean
  /** Why it failed, until it is sent again. */
  readonly failure: CallFailure | null
  /** What is shown of the failure; a limit's wait is counted down. */
  readonly said: Words | null
  /** Why it cannot be sent yet, or null. */
  readonly notYet: string | null
  /** Sends, unless it is being sent or a limit's wait is not over. What fails is told by `failure`; true when it went well. */
  readonly send: (make: () => Promise<unknown>) => Promise<boolean>
}

const waitOf = (failure: CallFailure): number =>
  failure.problem?._tag === "TooManyRequests" ? failure.problem.data.retryAfter * 1000 : 0

/** Seconds until an instant (epoch milliseconds), ticking; 0 from then on. */
const useSecondsUntil = (instant: number): number => {
  const left = () => Math.max(0, Math.ceil((instant - now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const tick = () => {
      const next = left()
      setSeconds(next)
      if (next === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [instant])
  return seconds
}

/** Sends a form, once at a time, and keeps what came of it. */
export const useSending = (): Sending => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [until, setUntil] = useState(0)
  const wait = useSecondsUntil(until)
  const send = async (make: () => Promise<unknown>): Promise<boolean> => {
    if (busy || wait > 0) return false
    setBusy(true)
    setFailure(null)
    try {
      await make()
      return true
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.cancelled) return false
      setFailure(error)
      setUntil(now() + waitOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const limited = failure?.problem?._tag === "TooManyRequests"
  const again = wait > 0 ? `Wait ${countOf(wait, "second")} and try again.` : "You can try again now."
  return {
    busy,
    failure,
    said: failure === null ? null : limited ? { ...failure.words, next: again } : failure.words,
    notYet: busy ? "Sending…" : wait > 0 ? again : null,
    send
  }
}
