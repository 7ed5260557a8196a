import type { RowOutcome } from "#core/imports/FacilityImport.ts"
import type { AnyImportRow } from "#core/imports/UserImport.ts"

/** A page of rows, and the row after which the next page starts; null for the last. */
export interface RowsPage {
  readonly data: ReadonlyArray<AnyImportRow>
  readonly next: number | null
}

/**
 * Merges changed rows into the pages of one outcome (null for all). Rows with that outcome are replaced or inserted
 * in file order; rows that no longer have it are removed. Rows after the last loaded page are left for the next
 * fetch.
 */
export const mergeRows = (
  pages: ReadonlyArray<RowsPage>,
  changed: ReadonlyArray<AnyImportRow>,
  outcome: RowOutcome | null
): Array<RowsPage> => {
  const byRow = new Map(changed.map((row) => [row.row, row]))
  let begin = 0
  return pages.map(({ data, next }) => {
    const end = next ?? Number.POSITIVE_INFINITY
    const kept = data.filter(({ row }) => !byRow.has(row))
    const come = changed.filter(({ row, outcome: its }) => row > begin && row <= end && (outcome ?? its) === its)
    begin = end
    return { data: [...kept, ...come].toSorted((a, b) => a.row - b.row), next }
  })
}
