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
