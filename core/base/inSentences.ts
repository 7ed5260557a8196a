/** Texts one after another. A period separates them if a text doesn't end with one, as in the documents' messages. */
export const inSentences = (...texts: ReadonlyArray<string>): string =>
  texts
    .filter((text) => text !== "")
    .map((text, place, all) => (place < all.length - 1 && !/[.!?…]$/.test(text) ? `${text}.` : text))
    .join(" ")
