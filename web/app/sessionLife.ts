import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { abortCalls } from "./calls.ts"
import { forgetNotices } from "./notices.ts"
import { session } from "./Session.ts"
import { clearStorage, clearTabStorage, write, writeTab } from "./storage.ts"

/** What is written where only its being there counts. */
export const yes = "yes"

const forgetters = new Set<() => void>()

/** Calls back when a session ends in this tab, or another person's takes its place; returns how to stop. */
export const atSessionEnd = (forget: () => void): (() => void) => {
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Whatever this tab holds in memory of a session goes: calls under way, cached answers, notices. */
const forgetState = (): void => {
  abortCalls()
  for (const forget of forgetters) forget()
  forgetNotices()
}

/** A sign-in at this tab (000 §4). The other tabs follow by the token. */
export const beginSession = (token: string, user: LoggedInUser, remember: boolean): void => {
  write("signedOut", null)
  write("remembered", remember ? yes : null)
  writeTab("open", yes)
  session.begin(token, user)
}

/** Another tab's session takes the place of this tab's, or this one's acts for another company from here on. */
export const replaceSession = (token: string, user: LoggedInUser): void => {
  forgetState()
  clearTabStorage()
  write("lockSearch", null)
  writeTab("open", yes)
  session.begin(token, user)
}

/**
 * Ends the session of this browser (000 §4): calls under way are given up, storage is emptied but for column widths, the
 * state is forgotten. `asked` leaves the marker of somebody who wanted to go: no way back is kept, here and in other tabs.
 * It is written before the storage is emptied as well, so that other tabs hear of the wish before they miss the token.
 */
export const endSession = (asked: boolean): void => {
  forgetState()
  if (asked) write("signedOut", yes)
  clearStorage()
  if (asked) write("signedOut", yes)
  session.end()
}

/** Another tab ended the session: this one follows, and leaves alone what may be the next session's already. */
export const followEnd = (): void => {
  forgetState()
  clearTabStorage()
  session.leave()
}
