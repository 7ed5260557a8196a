import type { RowOutcome } from "#core/imports/FacilityImport.ts"
import type { AnyImportRow } from "#core/imports/UserImport.ts"

/** A page of rows, and the row behind which the next one begins; null for the last. */
export interface RowsPage {
  readonly rows: ReadonlyArray<AnyImportRow>
  readonly next: number | null
}

/**
 * Pages of rows of one outcome, or of all where it is null, after some rows changed: those that are of the outcome stand in their place, in the
 * order of the file, those that are not any more are gone. Rows behind the last page that is here are left to be asked for.
 */
export const mergeRows = (
  pages: ReadonlyArray<RowsPage>,
  changed: ReadonlyArray<AnyImportRow>,
  outcome: RowOutcome | null
): Array<RowsPage> => {
  const byRow = new Map(changed.map((row) => [row.row, row]))
  let begin = 0
  return pages.map(({ rows, next }) => {
    const end = next ?? Number.POSITIVE_INFINITY
    const kept = rows.filter(({ row }) => !byRow.has(row))
    const come = changed.filter(({ row, outcome: its }) => row > begin && row <= end && (outcome ?? its) === its)
    begin = end
    return { rows: [...kept, ...come].toSorted((a, b) => a.row - b.row), next }
  })
}
