/**
 * What is said before all users are logged out (002 §4), and first of which company: site roles act for many. Only the session
 * that asks for it stays.
 */
export const logOutAllWords = (companyName: string): ReadonlyArray<string> => [
  `This logs out everyone at ${companyName}.`,
  "All users will be logged out immediately, including you on every other device.",
  "Please notify your users before continuing.",
  "We recommend doing this during off hours."
]

/** What is said once it is done (002 §8). */
export const allLoggedOut = "All users will be logged out"
