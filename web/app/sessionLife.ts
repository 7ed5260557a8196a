import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { abortCalls } from "./calls.ts"
import { keptInputs } from "./keptInputs.ts"
import { forgetNotices } from "./notices.ts"
import { session } from "./Session.ts"
import { clearStorage, clearTabStorage, write, writeTab } from "./storage.ts"

/** Value for flags that only need to be present. */
export const yes = "yes"

const forgetters = new Set<() => void>()

/** Calls back when the session of this tab ends or is replaced by another user's. Returns a function to unsubscribe. */
export const atSessionEnd = (forget: () => void): (() => void) => {
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Drops the session's state in this tab's memory: pending calls, cached responses, notifications. */
const forgetState = (): void => {
  abortCalls()
  for (const forget of forgetters) forget()
  forgetNotices()
}

/** Signs in this tab (000 §4). Other tabs follow through the token. */
export const beginSession = (token: string, user: LoggedInUser, remember: boolean): void => {
  write("signedOut", null)
  write("remembered", remember ? yes : null)
  writeTab("open", yes)
  // Those since the last session ended may be about its user.
  forgetNotices()
  session.begin(token, user)
}

/** Replaces this tab's session with another tab's, or restarts it to act for another company. */
export const replaceSession = (token: string, user: LoggedInUser): void => {
  forgetState()
  clearTabStorage()
  write("lockSearch", null)
  writeTab("open", yes)
  session.begin(token, user)
}

/**
 * Ends the session of this browser (000 §4): aborts pending calls, clears storage except for column widths, and drops
 * all state. With `asked` it sets the marker of a deliberate sign-out, so that neither this nor other tabs keep a
 * return URL. The marker is also written before the storage is cleared, so that other tabs see it before they miss
 * the token.
 */
export const endSession = (asked: boolean): void => {
  forgetState()
  // The user agreed to discard it.
  if (asked) keptInputs.clear()
  if (asked) write("signedOut", yes)
  clearStorage()
  if (asked) write("signedOut", yes)
  session.end()
}

/** Follows another tab that ended the session. Leaves storage alone, because it may already hold the next session. */
export const followEnd = (): void => {
  forgetState()
  clearTabStorage()
  session.leave()
}
