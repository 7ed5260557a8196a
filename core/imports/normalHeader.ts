/** How a header is compared: letters and digits alone, small. */
export const normalHeader = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
