// The patterns are inside the functions because compiling them slows the start, and most commands never need them.

/** Marks that stand on the character before them, and characters that are never seen. */
const isZero = (char: string): boolean => /^[\p{Mn}\p{Me}\p{Cf}]$/u.test(char)

/** East Asian characters and pictures, which a terminal gives two columns. */
const isDouble = (char: string): boolean =>
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])$/u.test(
    char
  )

const columnsOf = (char: string): number => (isZero(char) ? 0 : isDouble(char) ? 2 : 1)

/** Columns that a text takes on a terminal. */
export const displayWidth = (text: string): number => {
  let width = 0
  for (const char of text) width += char < "\u0300" ? 1 : columnsOf(char)
  return width
}

/** A text with an ellipsis for what does not fit into so many columns. */
export const shortened = (text: string, columns: number): string => {
  if (displayWidth(text) <= columns) return text
  let kept = ""
  let width = 1
  for (const char of text) {
    width += columnsOf(char)
    if (width > columns) break
    kept += char
  }
  return `${kept.trimEnd()}…`
}

/** A text filled up with spaces to so many columns. */
export const padded = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - displayWidth(text)))
