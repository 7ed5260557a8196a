/** Reasons of a reveal, in the order of keys 1 to 5 (001 §5). Other asks for free text. */
export const revealReasons = [
  "Remove Overlock",
  "Tenant requested code",
  "Accidentally closed lock",
  "Applied lock to wrong unit",
  "Other"
] as const

/** Longest free text of the reason Other. */
export const maxReasonLength = 500
