import type { AnyImport } from "#core/imports/UserImport.ts"
import { errorFileWords } from "#core/imports/errorFileWords.ts"

/** Beside the file of failed rows: that what is secret has to be typed there again. */
export const SecretNote = ({ columns }: Pick<AnyImport, "columns">) => {
  const words = errorFileWords(columns)
  return words === null ? null : <p className="muted import-secret">{words}</p>
}
