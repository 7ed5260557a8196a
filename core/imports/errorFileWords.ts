import type { ImportColumn } from "./FacilityImport.ts"

/**
 * The heading of cells that a row has beyond the last column, in the file of failed rows. While such a cell holds something its
 * row is not fixed.
 */
export const extraColumn = "extra cell"

export const isExtraColumn = (name: string): boolean => name.trim().toLowerCase() === extraColumn

/** What has to be said where the file of failed rows is offered: what is secret is in no file; null where nothing is. */
export const errorFileWords = (columns: ReadonlyArray<ImportColumn>): string | null => {
  const secret = columns.filter((column) => column.secret).map(({ header }) => header)
  return secret.length === 0
    ? null
    : `Secrets are left out of the file of failed rows. Type ${secret.join(", ")} there again.`
}
