/** An ISO timestamp as people read it, to the minute: 2026-03-01 09:30 UTC. */
export const minuteText = (instant: string): string => `${instant.slice(0, 16).replace("T", " ")} UTC`
