import type { AnyImport } from "#core/imports/UserImport.ts"
import { errorFileWords } from "#core/imports/errorFileWords.ts"

/** Note next to the file of failed rows: secrets must be typed into it again. */
export const SecretNote = ({ columns }: Pick<AnyImport, "columns">) => {
  const words = errorFileWords(columns)
  return words === null ? null : <p className="muted import-secret">{words}</p>
}
