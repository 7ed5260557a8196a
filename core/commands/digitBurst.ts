/** The longest time between two keys of a scanner, in milliseconds. Nobody types eight digits that fast. */
const longestGap = 50

/** Digits that came at a scanner's pace, and when the last of them came (milliseconds of one clock). */
export interface DigitBurst {
  readonly digits: string
  readonly at: number
}

/** The burst with one more key: a digit extends it or begins another one, every other key ends it (null). */
export const nextBurst = (before: DigitBurst | null, key: string, at: number): DigitBurst | null => {
  if (!/^\d$/.test(key)) return null
  const goesOn = before !== null && at - before.at <= longestGap
  return { digits: goesOn ? before.digits + key : key, at }
}

/** Whether a key that is pressed now comes at the pace of a burst: a scanner's own key behind its digits. */
export const endsBurst = (burst: DigitBurst | null, at: number): boolean =>
  burst !== null && at - burst.at <= longestGap
