import { ViewingOnly } from "./AuthErrors.ts"
import type { LoggedInUser } from "./LoggedInUser.ts"

/** Calls that change something and are made all the same by who views as somebody else: they are about the viewer alone. */
const open: ReadonlySet<string> = new Set(["viewing.end", "auth.logout", "notices.read"])

/** Readings that are closed to them: a way in for another session, and a file of what is listed. */
const closed: ReadonlySet<string> = new Set(["auth.tokenFromUser", "jobs.failedCsv"])

/**
 * Why somebody who views as somebody else may not make a call, or null: they change nothing, reveal nothing, export
 * nothing, and view as nobody further. `reads` says whether the call only reads.
 */
export const viewingRefusal = (user: LoggedInUser | null, call: string, reads: boolean): ViewingOnly | null => {
  const viewing = user?.viewing
  if (viewing === undefined || open.has(call)) return null
  return reads && !closed.has(call) ? null : new ViewingOnly({ data: { as: viewing.as } })
}
