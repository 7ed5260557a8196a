/**
 * The time now, in epoch milliseconds, for what is shown and for what runs out. The only file that asks for it: unlike
 * `performance.now()` it also passes while the computer sleeps, and a session must not outlive a night in a bag.
 */
export const now = (): number => Date.now()
