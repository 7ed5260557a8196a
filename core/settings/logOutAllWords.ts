/** What is said before all users are logged out (002 §4). Only the session that asks for it stays. */
export const logOutAllWords = [
  "All users will be logged out immediately, including you on every other device.",
  "Please notify your users before continuing.",
  "We recommend doing this during off hours."
] as const

/** What is said once it is done (002 §8). */
export const allLoggedOut = "All users will be logged out"
