/** What of a key event decides which keys were pressed; a `KeyboardEvent` is one. */
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

/** An input method is at work: what is pressed belongs to it. 229 is what older browsers say for that. */
export const composes = (press: KeyPress): boolean => press.isComposing || press.keyCode === 229

/** Keys that are nothing alone. */
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

/** The letter of a key by where it lies, for layouts that write no Latin letters. */
const byPlace = (code: string): string | undefined => /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()

const keyOf = ({ key, code }: KeyPress): string => {
  const small = key.toLowerCase()
  // A Cyrillic or Greek layout has no `r`; the key that has one elsewhere is meant.
  if (/^[^\p{ASCII}]$/u.test(key)) return byPlace(code) ?? small
  return named[key] ?? small
}

/**
 * The chord of a key press in the notation of `Command.keys`: `r`, `?`, `mod+k`, `shift+arrowdown`. Read off the character,
 * not the place of the key, so that `?` is `?` on every layout: with characters that are no letters, Shift is part of them.
 * Null for a modifier alone and for what belongs to an input method.
 */
export const chordOf = (press: KeyPress, mac: boolean): string | null => {
  if (composes(press) || silent.has(press.key) || press.key === "") return null
  const key = keyOf(press)
  const character = press.key.length === 1
  const letter = /^[a-z]$/.test(key)
  // AltGr writes characters, and reports itself as Ctrl and Alt on some systems.
  const written = character && press.getModifierState?.("AltGraph") === true
  const [mod, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  return [
    ...(mod && !written ? ["mod"] : []),
    ...(other && !written ? [mac ? "ctrl" : "meta"] : []),
    ...(press.altKey && !written ? ["alt"] : []),
    ...(press.shiftKey && (!character || letter || key === "space") ? ["shift"] : []),
    key
  ].join("+")
}

/** Whether keys are characters alone, which can be switched off (WCAG 2.1.4): `r`, `?`, `g d`, `shift+e`. */
export const isCharacters = (keys: string): boolean =>
  keys.split(" ").every((chord) => /^(shift\+)?(.|plus)$/u.test(chord))
