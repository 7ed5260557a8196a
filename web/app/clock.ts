/**
 * The current time in epoch milliseconds, for display and expiry. The only file that reads the clock. Unlike
 * `performance.now()`, it keeps running while the computer sleeps, so a session ends during a long sleep. A clock set
 * forward looks like sleep and ends the session, too (decision 7).
 */
export const now = (): number => Date.now()
