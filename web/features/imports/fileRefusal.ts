import { type FileFault, fileFaultWords } from "#core/imports/fileFaults.ts"
import { importFileTypes, importLimits } from "#core/imports/importLimits.ts"

/** Why a file is rejected before upload, or null. Only the server checks the content. */
export const fileRefusal = ({ name, size }: Pick<File, "name" | "size">): (typeof fileFaultWords)[FileFault] | null => {
  if (!importFileTypes.some((ending) => name.toLowerCase().endsWith(ending))) return fileFaultWords.WrongType
  if (size >= importLimits.fileBytes) return fileFaultWords.TooLarge
  return size === 0 ? fileFaultWords.Empty : null
}

/** Formats a file size. */
export const sizeText = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`
