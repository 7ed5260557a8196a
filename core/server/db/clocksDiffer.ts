/** How far apart the clocks of servers may be, in milliseconds. */
const clocksDiffer = 600_000

/**
 * The latest time, in milliseconds, that something planned at most `span` milliseconds ahead can have now. A later one is from
 * before a clock was set back, and is treated as over.
 */
export const latestTime = (now: number, span = 0): number => now + span + clocksDiffer
