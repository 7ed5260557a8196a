/** Characters of a long text that a list shows (000 §9, 002 §9). */
export const longText = 50

/** A text of at most so many characters: a longer one is cut off, with an ellipsis as its last character. */
export const shortText = (text: string, most: number): string => {
  const characters = Array.from(text)
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
}
