/** The number of known headings in a row. */
export type HeadingScore = (cells: ReadonlyArray<string>) => number

/** How many rows to search for the header: there are few titles above it. */
export const headerRows = 20

/**
 * Finds the header among the first rows of a table: the first row with the most known headings, or the first row if
 * none has any. Null if there are no rows.
 */
export const headerAt = <R extends { readonly cells: ReadonlyArray<string> }>(
  rows: ReadonlyArray<R>,
  { score, headless }: { readonly score?: HeadingScore; readonly headless?: boolean }
): R | null => {
  let best = rows[0] ?? null
  if (best === null || score === undefined || headless === true) return best
  let most = score(best.cells)
  for (const row of rows.slice(1, headerRows)) {
    const found = score(row.cells)
    if (found <= most) continue
    best = row
    most = found
  }
  return best
}
