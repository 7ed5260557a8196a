/** The longest gap between two keys of a scanner, in milliseconds. A person can't type eight digits that fast. */
const longestGap = 50

/** Digits that arrived at scanner speed, and the time of the last one (milliseconds of one clock). */
export interface DigitBurst {
  readonly digits: string
  readonly at: number
}

/** The burst after one more key: a digit extends it or starts a new one, any other key ends it (null). */
export const nextBurst = (before: DigitBurst | null, key: string, at: number): DigitBurst | null => {
  if (!/^\d$/.test(key)) return null
  const goesOn = before !== null && at - before.at <= longestGap
  return { digits: goesOn ? before.digits + key : key, at }
}

/** Whether a key pressed now comes at the pace of a burst, such as the suffix key a scanner sends after its digits. */
export const endsBurst = (burst: DigitBurst | null, at: number): boolean =>
  burst !== null && at - burst.at <= longestGap
