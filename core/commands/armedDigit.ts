/**
 * How long a single digit waits for a second one before it acts, in milliseconds. Two digits start a lookup, so the
 * first digit of the next serial code is never taken for a reason or status (DECISIONS, 2026-11-22).
 */
export const armedDigitMillis = 300
