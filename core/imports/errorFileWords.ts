import type { ImportColumn } from "./FacilityImport.ts"

/** The heading for cells beyond the last column in the file of failed rows. A row is not fixed until these cells are empty. */
export const extraColumn = "extra cell"

export const isExtraColumn = (name: string): boolean => name.trim().toLowerCase() === extraColumn

/** A note beside the download of failed rows: secrets are not in the file; null if there are none. */
export const errorFileWords = (columns: ReadonlyArray<ImportColumn>): string | null => {
  const secret = columns.filter((column) => column.secret).map(({ header }) => header)
  return secret.length === 0
    ? null
    : `Secrets are left out of the file of failed rows. Type ${secret.join(", ")} there again.`
}
