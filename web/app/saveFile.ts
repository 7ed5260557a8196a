/** Saves a file that was made here, as if it had been downloaded. */
export const saveFile = (name: string, parts: ReadonlyArray<Uint8Array | string>, type: string): void => {
  const address = URL.createObjectURL(new Blob(parts as Array<BlobPart>, { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // Some browsers read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
