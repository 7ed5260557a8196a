// The patterns are inside the functions because compiling them slows the start, and most commands never need them.

/** Marks that combine with the preceding character, and invisible characters. */
const isZero = (char: string): boolean => /^[\p{Mn}\p{Me}\p{Cf}]$/u.test(char)

/** East Asian characters and emoji, which take two columns. */
const isDouble = (char: string): boolean =>
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])$/u.test(
    char
  )

const columnsOf = (char: string): number => (isZero(char) ? 0 : isDouble(char) ? 2 : 1)

/** The number of columns of a text on a terminal. */
export const displayWidth = (text: string): number => {
  let width = 0
  for (const char of text) width += char < "\u0300" ? 1 : columnsOf(char)
  return width
}

/** Cuts a text to a number of columns, with an ellipsis. */
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

/** Pads a text with spaces to a number of columns. */
export const padded = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - displayWidth(text)))
