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

/** The message afterwards (002 §8). */
export const allLoggedOut = "All users will be logged out"
