/** An item of the pager: a 0-based page, or a gap. */
export type PageItem = number | "gap"

/**
 * The first and last page, the current one, and `siblings` on each side of it (001 §9). A gap is never used for a
 * single page; the page is shown instead.
 */
export const pageItems = (page: number, pages: number, siblings: number): ReadonlyArray<PageItem> => {
  const shown = new Set([0, pages - 1])
  for (let at = page - siblings; at <= page + siblings; at++) if (at >= 0 && at < pages) shown.add(at)
  const sorted = [...shown].sort((a, b) => a - b)
  return sorted.flatMap((each, at): ReadonlyArray<PageItem> => {
    const missing = at === 0 ? 0 : each - sorted[at - 1]! - 1
    return missing === 0 ? [each] : missing === 1 ? [each - 1, each] : ["gap", each]
  })
}
