/** The length to which lists cut long texts (000 §9, 002 §9). */
export const longText = 50

/** Cuts a text to a maximum length, with an ellipsis as its last character. */
export const shortText = (text: string, most: number): string => {
  const characters = Array.from(text)
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
}
