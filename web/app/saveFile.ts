import { contentTypes } from "#core/exports/exportFormats.ts"

/** Saves a generated file as a download. */
export const saveFile = (name: string, parts: ReadonlyArray<Uint8Array | string>, type: string): void => {
  const address = URL.createObjectURL(new Blob(parts as Array<BlobPart>, { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the URL only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves CSV as a download. It starts with a byte order mark, because Excel takes it for Windows-1252 otherwise. */
export const saveCsv = (name: string, parts: ReadonlyArray<Uint8Array | string>): void =>
  saveFile(name, ["\uFEFF", ...parts], contentTypes.csv)
