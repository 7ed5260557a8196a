/** Marks for a terminal that shows color; each gives its text back unchanged where it does not. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
}

const marks = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`
const plain = (text: string) => text

/** The marks, or none. */
export const paintWith = (color: boolean): Paint =>
  color
    ? { bold: marks(1, 22), dim: marks(2, 22), red: marks(31, 39), green: marks(32, 39) }
    : { bold: plain, dim: plain, red: plain, green: plain }

/**
 * A text from elsewhere (a name, a unit, a server's sentence) as a terminal may show it: on one line, and without the
 * characters by which it could move the cursor, retitle the terminal or turn the direction of reading.
 */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
