import { fewTrials, trials } from "../support/databases.ts"

/** How many generated requests are made in all: 1,500, or a thousand for each of `LOCKDESK_TRIALS`. */
export const requests = trials > fewTrials ? trials * 1000 : 1500

/**
 * Calls whose every request derives a password key, or starts a thread to write a file in, 50 ms of work: they get a fifth of the
 * others' requests.
 */
export const expensive: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.updatePasswordWithToken",
  "exports.locks",
  "exports.rows"
])

/**
 * Of the values that the schemas of a call refuse, and which so never reach it, one in so many is sent all the same, each field
 * others: that what is refused is answered as it has to be is the same code for every call. All of them in `npm run trials`.
 */
export const refusedShare = trials > fewTrials ? 1 : 8
