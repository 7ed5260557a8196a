import { fewTrials, trials } from "../support/databases.ts"

/** The total number of generated requests: 1,500, or a thousand per `LOCKDESK_TRIALS`. */
export const requests = trials > fewTrials ? trials * 1000 : 1500

/**
 * Calls that derive a password key, or start a thread to write a file, in every request, which takes 50 ms. They get a fifth of
 * the others' requests.
 */
export const expensive: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.updatePasswordWithToken",
  "exports.locks",
  "exports.rows"
])

/**
 * One in this many values that a call's schemas refuse is still sent, a different selection per field. They never reach the
 * call, and refusing them is the same code for every call. `npm run trials` sends all.
 */
export const refusedShare = trials > fewTrials ? 1 : 8
