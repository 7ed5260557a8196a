/** Reasons of a reveal, in the order of keys 1 to 5 (001 §5). Other asks for free text. */
export const revealReasons = [
  "Remove Overlock",
  "Tenant requested code",
  "Accidentally closed lock",
  "Applied lock to wrong unit",
  "Other"
] as const

/** What a reason that is typed may be. */
export const reasonHint = `Type 1 to ${revealReasons.length}, or your own reason.`

/** The reason that words stand for: 1 to 5 as on the keys, else the words themselves. No other number is a reason. */
export const reasonMeant = (words: string): string | undefined =>
  /^[\d\s]+$/.test(words) ? revealReasons[Number(words.replace(/\s/g, "")) - 1] : words

/** Longest free text of the reason Other. */
export const maxReasonLength = 500
