/** A key, or text that was typed or pasted at once. */
export interface Key {
  /** The name of a key that is not text; null for text. `other` is an unused key. */
  readonly name: KeyName | null
  /** The typed letters; with Ctrl, the pressed letter; empty for any other key. */
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
 * Matches an escape sequence, Alt and a letter, a control key, or text. Esc and a digit are two keys: no page uses Alt and a
 * digit, and a serial code may arrive right after Esc.
 */
const keyPattern = new RegExp(
  `${escape}(?:\\[[0-9;?]*[A-Za-z~]?|O[^${controls}]?|[^${controls}0-9])?|[${controls}]|[^${controls}]+`,
  "gu"
)
/** An incomplete escape sequence at the end of the input so far. */
const unfinishedPattern = new RegExp(`${escape}(?:\\[[0-9;?]*|O)?$`, "u")

/** Each key, with its sequences in common terminals: xterm, the Linux console, rxvt, and application mode. */
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

/** The first character that is not a control character. */
const firstText = 0x20
/** The offset between Ctrl letters and letters. */
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

/** The keys in a chunk of input: fast typing and pasting combine several. */
export const keysOf = (chunk: string): ReadonlyArray<Key> => (chunk.match(keyPattern) ?? []).map(keyOf)

/** The end of a chunk that may be the start of an incomplete key. */
export const unfinishedKey = (chunk: string): string => unfinishedPattern.exec(chunk)?.[0] ?? ""
