/** What `is:` finds a lock by: the inventory, the groups that the dot of its status shows, a combination that is hidden. */
export const lockWords = ["inventory", "available", "inuse", "problem", "masked"] as const
export type LockWord = (typeof lockWords)[number]
