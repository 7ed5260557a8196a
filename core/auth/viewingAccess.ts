import { ViewingOnly } from "./AuthErrors.ts"
import type { LoggedInUser } from "./LoggedInUser.ts"

/** Calls that change something but are allowed while viewing as someone else, because they affect only the viewer. */
const open: ReadonlySet<string> = new Set(["viewing.start", "viewing.end", "auth.logout", "notices.read"])

/** Read calls that are refused while viewing: signing in another session, and exporting files. */
const closed: ReadonlySet<string> = new Set(["auth.tokenFromUser", "jobs.failedCsv"])

/**
 * Why a user who views as someone else may not make a call, or null. They can't change, reveal or export anything.
 * `reads` says whether the call only reads.
 */
export const viewingRefusal = (user: LoggedInUser | null, call: string, reads: boolean): ViewingOnly | null => {
  const viewing = user?.viewing
  if (viewing === undefined || open.has(call)) return null
  return reads && !closed.has(call) ? null : new ViewingOnly({ data: { as: viewing.as } })
}

/** Whether a call is made with the viewer's own permissions: they may always view as someone else instead. */
export const isByViewer = (user: LoggedInUser | null, call: string): boolean =>
  user?.viewing !== undefined && call === "viewing.start"
