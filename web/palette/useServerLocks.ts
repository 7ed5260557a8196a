import { useEffect, useState } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { availability } from "#core/commands/availability.ts"
import { findLocks } from "#core/commands/lockCommands.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { findLocksAt } from "#web/app/lockQueries.ts"
import { serverText } from "./serverText.ts"

/** Debounce before the request in milliseconds, and the number of locks to request. */
const pause = 150
const most = 20

/** The server's response for a text. */
export interface ServerLocks {
  readonly text: string
  readonly locks: ReadonlyArray<Lock>
  /** Why the request failed, or null. */
  readonly failure: string | null
}

/** Before any response. */
export const nothingFound: ServerLocks = { text: "", locks: [], failure: null }

/**
 * Locks the server finds for the text, debounced. A request for outdated text is aborted. Without Read on Locks there is
 * no request, only the reason. The results stay in this component and out of the query cache.
 */
export const useServerLocks = (typed: string, user: LoggedInUser | null): ServerLocks => {
  const text = serverText(parse(typed))
  const [answer, setAnswer] = useState(nothingFound)
  const may = availability(findLocks, user)
  const { allowed } = may
  useEffect(() => {
    if (text === null || !allowed) return
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
    // Not on `user`: it is loaded again from time to time, which must not abort the request.
  }, [text, allowed])
  if (text !== null && user !== null && !may.allowed) return { text, locks: [], failure: may.words.error }
  return answer.text === text ? answer : nothingFound
}
