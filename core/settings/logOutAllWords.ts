import { countOf } from "#core/base/countOf.ts"
import type { LoggedOut } from "./SettingsApi.ts"

/**
 * The warning before all users are signed out (002 §4). It names the company first, because site roles act for many.
 * Only the current session stays.
 */
export const logOutAllWords = (companyName: string): ReadonlyArray<string> => [
  `This logs out everyone at ${companyName}.`,
  "All users will be logged out immediately, including you on every other device.",
  "Please notify your users before continuing.",
  "We recommend doing this during off hours."
]

/** The same in the terminal, which knows who is logged in now. */
export const logOutAllQuestion = (companyName: string, { users, ended }: LoggedOut): string =>
  ended === 0
    ? `Nobody else is logged in at ${companyName}, and you have no other sessions.`
    : `This logs out ${countOf(users, "user")} of ${companyName} immediately (${countOf(ended, "session")}). ` +
      "You stay logged in here, but not on your other devices. Tell your users first, and do it during off hours if you can."

/** The message afterwards (002 §8). */
export const allLoggedOut = "All users will be logged out"
