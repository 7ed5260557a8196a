import { useEffect, useState } from "react"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { run } from "#web/app/run.ts"
import { companyText } from "./companyRows.ts"

/** How long nothing is typed before the server is asked, in milliseconds. */
const pause = 150

/** How many companies it is asked for: as one match among others, and where nothing else is listed. */
const most = { among: 5, alone: 20 } as const

/** What the server found for a text. */
interface Answer {
  readonly text: string
  readonly field: boolean
  readonly found: ReadonlyArray<CompanyChoice>
}

const none: ReadonlyArray<CompanyChoice> = []

/**
 * Companies that fit what is typed, for who may act for others. `wanted` is where they are looked for: to act for one, which is
 * not the one acted for now; for a field, which may be any; or nowhere.
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
      run(listCompanies, { search: text, limit: field ? most.alone : most.among }, { signal: abort.signal }).then(
        ({ data }) =>
          setAnswer({ text, field, found: data.filter(({ companyID }) => field || companyID !== user.companyID) }),
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
  }, [text, field, user.companyID])
  return answer !== null && answer.text === text && answer.field === field ? answer.found : none
}
