/** How many known headings a row has. */
export type HeadingScore = (cells: ReadonlyArray<string>) => number

/** Rows among which the header is looked for: titles above it are few. */
export const headerRows = 20

/**
 * The row of the headings among the first rows of a table: the first of those with the most known headings, or the first
 * row where none has any. Null where there are no rows.
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
