/** One key as a page reads it, or the text that was typed or pasted in one go. */
export interface Key {
  /** What it stands for where it is no text; null for text. `other` is a key that means nothing here. */
  readonly name: KeyName | null
  /** The letters typed; with Ctrl, the letter pressed; empty for any other key. */
  readonly text: string
}

export type KeyName =
  | "return"
  | "escape"
  | "backspace"
  | "delete"
  | "tab"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "pageUp"
  | "pageDown"
  | "ctrl"
  | "other"

const escape = "\u001b"
const controls = "\u0000-\u001f\u007f"
/**
 * An escape sequence, Alt and a letter, a control key, or text, as one each. Esc and a digit are two: no page knows Alt and a
 * digit, and the first digit of a serial code may come in the same moment as the Esc before it.
 */
const keyPattern = new RegExp(
  `${escape}(?:\\[[0-9;?]*[A-Za-z~]?|O[^${controls}]?|[^${controls}0-9])?|[${controls}]|[^${controls}]+`,
  "gu"
)
/** The beginning of an escape sequence at the end of what was read so far. */
const unfinishedPattern = new RegExp(`${escape}(?:\\[[0-9;?]*|O)?$`, "u")

/** Each key, with what the terminals in use send for it: xterm, the Linux console, rxvt, and the application mode. */
const sequences: ReadonlyArray<readonly [KeyName, ReadonlyArray<string>]> = [
  ["return", ["\r", "\n"]],
  ["escape", [escape]],
  ["backspace", ["\u007f", "\b"]],
  ["tab", ["\t", `${escape}[Z`]],
  ["delete", [`${escape}[3~`]],
  ["up", [`${escape}[A`, `${escape}OA`]],
  ["down", [`${escape}[B`, `${escape}OB`]],
  ["right", [`${escape}[C`, `${escape}OC`]],
  ["left", [`${escape}[D`, `${escape}OD`]],
  ["home", [`${escape}[H`, `${escape}OH`, `${escape}[1~`, `${escape}[7~`]],
  ["end", [`${escape}[F`, `${escape}OF`, `${escape}[4~`, `${escape}[8~`]],
  ["pageUp", [`${escape}[5~`]],
  ["pageDown", [`${escape}[6~`]]
]
const names = new Map(sequences.flatMap(([name, all]) => all.map((sequence) => [sequence, name] as const)))

/** The first character that is no control character. */
const firstText = 0x20
/** How far the letters of Ctrl are below those of the alphabet. */
const ctrlOffset = 0x60

const keyOf = (sequence: string): Key => {
  const name = names.get(sequence)
  if (name !== undefined) return { name, text: "" }
  if (sequence.startsWith(escape)) return { name: "other", text: "" }
  const code = sequence.charCodeAt(0)
  if (code >= firstText) return { name: null, text: sequence }
  const letter = String.fromCharCode(code + ctrlOffset)
  return /[a-z]/.test(letter) ? { name: "ctrl", text: letter } : { name: "other", text: "" }
}

/** The keys in what a terminal sent at once: fast typing and pasting bring several together. */
export const keysOf = (chunk: string): ReadonlyArray<Key> => (chunk.match(keyPattern) ?? []).map(keyOf)

/** What of the end of a chunk may be the beginning of a key whose rest is still to come. */
export const unfinishedKey = (chunk: string): string => unfinishedPattern.exec(chunk)?.[0] ?? ""
