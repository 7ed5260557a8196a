/** The fields of a key event that identify the keys. A `KeyboardEvent` fits. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
  readonly getModifierState?: (key: string) => boolean
}

/** An input method is composing, so the key belongs to it. Older browsers report 229. */
export const composes = (press: KeyPress): boolean => press.isComposing || press.keyCode === 229

/** Keys that do nothing on their own. */
const silent: ReadonlySet<string> = new Set([
  "Alt",
  "AltGraph",
  "CapsLock",
  "Control",
  "Dead",
  "Fn",
  "FnLock",
  "Hyper",
  "Meta",
  "NumLock",
  "Process",
  "ScrollLock",
  "Shift",
  "Super",
  "Symbol",
  "Unidentified"
])

const named: Readonly<Record<string, string>> = { " ": "space", "+": "plus" }

/** The Latin letter at a key's physical position, for layouts without Latin letters. */
const byPlace = (code: string): string | undefined => /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()

const keyOf = ({ key, code }: KeyPress): string => {
  const small = key.toLowerCase()
  // Cyrillic and Greek layouts have no `r`; use the key that has it on a Latin layout.
  if (/^[^\p{ASCII}]$/u.test(key)) return byPlace(code) ?? small
  return named[key] ?? small
}

/**
 * The chord of a key press in the notation of `Command.keys`: `r`, `?`, `mod+k`, `shift+arrowdown`. Based on the
 * character and not the physical key, so that `?` is `?` on every layout; for characters other than letters, Shift is
 * part of the character. Null for a modifier alone and during composition.
 */
export const chordOf = (press: KeyPress, mac: boolean): string | null => {
  if (composes(press) || silent.has(press.key) || press.key === "") return null
  const key = keyOf(press)
  const character = press.key.length === 1
  const letter = /^[a-z]$/.test(key)
  // AltGr produces characters, but some systems report it as Ctrl and Alt. On a Mac, Option does: [ is Option and 5 in German.
  const option = mac && press.altKey && !press.metaKey && /^\W$/.test(key)
  const written = option || (character && press.getModifierState?.("AltGraph") === true)
  const [mod, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  return [
    ...(mod && !written ? ["mod"] : []),
    ...(other && !written ? [mac ? "ctrl" : "meta"] : []),
    ...(press.altKey && !written ? ["alt"] : []),
    ...(press.shiftKey && (!character || letter || key === "space") ? ["shift"] : []),
    key
  ].join("+")
}

/** Whether the keys are plain characters, which can be turned off (WCAG 2.1.4): `r`, `?`, `g d`, `shift+e`. */
export const isCharacters = (keys: string): boolean =>
  keys.split(" ").every((chord) => /^(shift\+)?(.|plus)$/u.test(chord))
