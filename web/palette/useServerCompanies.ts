import { useEffect, useState } from "react"
import type { CompanyChoice } from "#core/acting/CompaniesApi.ts"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { run } from "#web/app/run.ts"
import { companyText } from "./companyRows.ts"

/** How long nothing is typed before the server is asked, in milliseconds, and how many companies it is asked for. */
const pause = 150
const most = 5

const none: ReadonlyArray<CompanyChoice> = []

/** Companies to act for that fit what is typed, for who may; the one acted for now is not among them. */
export const useServerCompanies = (typed: string, user: LoggedInUser): ReadonlyArray<CompanyChoice> => {
  const text = mayActForOthers(user) ? companyText(typed) : null
  const [answer, setAnswer] = useState<{ readonly text: string; readonly found: ReadonlyArray<CompanyChoice> } | null>(
    null
  )
  useEffect(() => {
    if (text === null) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      run(listCompanies, { search: text, limit: most }, { signal: abort.signal }).then(
        ({ data }) => setAnswer({ text, found: data.filter(({ companyID }) => companyID !== user.companyID) }),
        (error: unknown) => {
          // The palette says by its locks that the server does not answer.
          if (!(error instanceof CallFailure)) throw error
        }
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, user.companyID])
  return answer !== null && answer.text === text ? answer.found : none
}
