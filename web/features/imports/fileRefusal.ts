import { type FileFault, fileFaultWords } from "#core/imports/fileFaults.ts"
import { importFileTypes, importLimits } from "#core/imports/importLimits.ts"

/** Why a file need not be sent to be refused, or null: what it is inside only the server can tell. */
export const fileRefusal = ({ name, size }: Pick<File, "name" | "size">): (typeof fileFaultWords)[FileFault] | null => {
  if (!importFileTypes.some((ending) => name.toLowerCase().endsWith(ending))) return fileFaultWords.WrongType
  if (size >= importLimits.fileBytes) return fileFaultWords.TooLarge
  return size === 0 ? fileFaultWords.Empty : null
}

/** A size as people write it. */
export const sizeText = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`
