/**
 * How long a single digit that would act waits for a second one, in milliseconds. With a second digit both begin a lookup, so
 * that the first digit of the next serial code never counts as a reason or a status (DECISIONS, 2026-11-22).
 */
export const armedDigitMillis = 300
