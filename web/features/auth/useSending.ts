import { waitWords } from "#core/base/waitWords.ts"
import { useEffect, useState } from "react"
import { CallFailure } from "#web/app/CallFailure.ts"
import { now } from "#web/app/clock.ts"
import { retryAfterOf, type Words } from "#core/api/problem.ts"

/** State of a form being sent, and why it can't be sent now. */
export interface Sending {
  readonly busy: boolean
  /** The last failure, until the next attempt. */
  readonly failure: CallFailure | null
  /** The text of the failure, with the wait counted down. */
  readonly message: Words | null
  /** Why the form can't be sent yet, or null. */
  readonly notYet: string | null
  /**
   * Sends, unless a request is pending or the wait isn't over. Sets `failure` on failure; resolves to
   * true on success.
   */
  readonly send: (make: () => Promise<unknown>) => Promise<boolean>
}

/** How long the server says to wait before trying again, in milliseconds; 0 if it doesn't. */
const waitOf = (failure: CallFailure): number =>
  (failure.problem === null ? 0 : (retryAfterOf(failure.problem) ?? 0)) * 1000

/** Seconds until an instant (epoch milliseconds), updated as they pass; 0 afterwards. */
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

/** Sends a form, one request at a time, and keeps the outcome. */
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
  const limited = failure !== null && waitOf(failure) > 0
  const again = wait > 0 ? waitWords(wait) : "You can try again now."
  return {
    busy,
    failure,
    message: failure === null ? null : limited ? { ...failure.words, next: again } : failure.words,
    notYet: busy ? "Sending…" : wait > 0 ? again : null,
    send
  }
}
