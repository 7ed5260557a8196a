import { useEffect, useState } from "react"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { findCompanies } from "#web/app/companyQueries.ts"
import { companyText } from "./companyRows.ts"

/** Debounce before the request, in milliseconds. */
const pause = 150

/** Companies to request: as one kind of match among others, or as the only one. */
const most = { among: 5, alone: 20 } as const

/** The server's matches for a text. */
interface Answer {
  readonly text: string
  readonly field: boolean
  readonly found: ReadonlyArray<CompanyChoice>
}

const none: ReadonlyArray<CompanyChoice> = []

/**
 * Companies matching the text, for users who may act for others. `wanted` is the purpose: to act for one, other than
 * the current one; for a field, any company; or none.
 */
export const useServerCompanies = (
  typed: string,
  user: LoggedInUser,
  wanted: "toActFor" | "field" | "nowhere"
): ReadonlyArray<CompanyChoice> => {
  const asked = (): string | null =>
    wanted === "field" ? typed.trim() : wanted === "toActFor" ? companyText(typed) : null
  const text = mayActForOthers(user) ? asked() : null
  const field = wanted === "field"
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (text === null) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      findCompanies(text, field ? most.alone : most.among, abort.signal).then(
        ({ data }) =>
          setAnswer({ text, field, found: data.filter(({ companyID }) => field || companyID !== user.companyID) }),
        (error: unknown) => {
          // The palette's lock search already shows that the server isn't responding.
          if (!(error instanceof CallFailure)) throw error
        }
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, field, user.companyID])
  return answer !== null && answer.text === text && answer.field === field ? answer.found : none
}
