import type { ImportColumn } from "./FacilityImport.ts"

/** A note beside the download of failed rows: secrets are not in the file; null if there are none. */
export const errorFileWords = (columns: ReadonlyArray<ImportColumn>): string | null => {
  const secret = columns.filter((column) => column.secret).map(({ header }) => header)
  return secret.length === 0
    ? null
    : `Secrets are left out of the file of failed rows. Type ${secret.join(", ")} there again.`
}
