/** Query meta: refetched explicitly by its owner, not whenever its topic changes. */
export const followsAnother = { followsAnother: true } as const

/** Whether a query has this meta. */
export const isFollowing = (meta: Readonly<Record<string, unknown>> | undefined): boolean =>
  meta?.["followsAnother"] === true
