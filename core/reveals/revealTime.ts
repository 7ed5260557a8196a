/** How long a revealed combination is shown, in seconds (DECISIONS, Locks). */
export const revealSeconds = 30
