/** Styles for a terminal with color; each returns its text unchanged without it. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
}

const marks = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`
const plain = (text: string) => text

/** The styles, or none. */
export const paintWith = (color: boolean): Paint =>
  color
    ? { bold: marks(1, 22), dim: marks(2, 22), red: marks(31, 39), green: marks(32, 39) }
    : { bold: plain, dim: plain, red: plain, green: plain }

/**
 * Makes external text (a name, a unit, a server's message) safe for a terminal: on one line, and without characters that could
 * move the cursor, change the title or reverse the reading direction.
 */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")

/** Makes a message with external text safe in the same way; its lines stay. */
export const safeLines = (message: string): string => message.split("\n").map(oneLine).join("\n")
