import { plainDigits } from "#core/base/plainDigits.ts"

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

/** The punctuation of shortcuts on the keys of a Latin layout. */
const punctuation: Readonly<Record<string, string>> = { BracketLeft: "[", BracketRight: "]", Period: "." }

/** The first character after those of Latin alphabets. */
const firstGreek = "\u0370"

/** The character at a key's physical position on a Latin layout, for layouts without it. */
const byPlace = ({ key, code }: KeyPress): string | undefined => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  // A Latin layout types its punctuation elsewhere: `ü` of a German keyboard is where `[` is on an American one.
  return letter ?? (key < firstGreek ? undefined : punctuation[code])
}

const keyOf = (press: KeyPress): string => {
  const small = plainDigits(press.key.toLowerCase())
  // Cyrillic and Greek layouts have no `r`, and Cyrillic ones no `[`; use the key that has it on a Latin layout.
  if (/^[^\p{ASCII}]$/u.test(small)) return byPlace(press) ?? small
  return named[press.key] ?? small
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
