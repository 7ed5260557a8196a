/** Meta of a query that is asked again by who knows what it stands for, and not whenever something of its topic changes. */
export const followsAnother = { followsAnother: true } as const

/** Whether a query has it. */
export const isFollowing = (meta: Readonly<Record<string, unknown>> | undefined): boolean =>
  meta?.["followsAnother"] === true
