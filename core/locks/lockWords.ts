/** The values of the filter `is:`: the inventory, the color groups of the status dot, and a hidden combination. */
export const lockWords = ["inventory", "available", "inuse", "problem", "masked"] as const
export type LockWord = (typeof lockWords)[number]
