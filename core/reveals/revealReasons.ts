/** Reasons of a reveal, in the order of keys 1 to 5 (001 §5). Other asks for free text. */
export const revealReasons = [
  "Remove Overlock",
  "Tenant requested code",
  "Accidentally closed lock",
  "Applied lock to wrong unit",
  "Other"
] as const

/** The hint for typed reasons. */
export const reasonHint = `Type 1 to ${revealReasons.length}, or your own reason.`

/** The reason for typed words: 1 to 5 as on the keys, otherwise the words themselves. Other numbers are not reasons. */
export const parseReason = (words: string): string | undefined =>
  /^[\d\s]+$/.test(words) ? revealReasons[Number(words.replace(/\s/g, "")) - 1] : words

/** The maximum length of a reason. */
export const maxReasonLength = 500
