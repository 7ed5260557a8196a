import { useEffect, useState } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { findLocksAt } from "#web/app/lockQueries.ts"
import { serverText } from "./serverText.ts"

/** How long nothing is typed before the server is asked, in milliseconds, and how many locks it is asked for. */
const pause = 150
const most = 20

/** What the server said of a text. */
export interface ServerLocks {
  readonly text: string
  readonly locks: ReadonlyArray<Lock>
  /** Why it said nothing, in words, or null. */
  readonly failure: string | null
}

const nothing: ServerLocks = { text: "", locks: [], failure: null }

/**
 * Locks that the server finds for what is typed, a moment after the last key; what is asked for a text that has changed since
 * is given up. They stay in this component: no query keeps them.
 */
export const useServerLocks = (typed: string, user: LoggedInUser | null): ServerLocks => {
  const text = serverText(parse(typed))
  const [answer, setAnswer] = useState(nothing)
  useEffect(() => {
    if (text === null || user === null) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      findLocksAt(text, most, abort.signal).then(
        ({ locks }) => setAnswer({ text, locks, failure: null }),
        (error: unknown) => {
          if (!(error instanceof CallFailure)) throw error
          if (!error.cancelled) setAnswer({ text, locks: [], failure: error.words.error })
        }
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, user])
  return answer.text === text ? answer : nothing
}
