/** Normalizes a header for comparison: letters and digits only, in lower case. */
export const normalHeader = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
