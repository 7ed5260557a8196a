import { describe, expect, it } from "vitest"
import { chordOf, composes, isCharacters, type KeyPress } from "#web/keyboard/chord.ts"

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...more
})
const altGraph = { getModifierState: (key: string) => key === "AltGraph", ctrlKey: true, altKey: true }

describe("the chord of a key press", () => {
  it.each([
    ["a letter", press("r"), "r"],
    ["a letter under Caps Lock", press("R"), "r"],
    ["a letter with Shift", press("E", { shiftKey: true }), "shift+e"],
    ["? on any layout", press("?", { shiftKey: true, code: "Minus" }), "?"],
    ["a digit that takes Shift, as on a French keyboard", press("4", { shiftKey: true }), "4"],
    ["an arrow with Shift", press("ArrowDown", { shiftKey: true }), "shift+arrowdown"],
    ["Space", press(" "), "space"],
    ["the plus sign, which joins chords", press("+", { shiftKey: true }), "plus"],
    ["Ctrl is Mod", press("k", { ctrlKey: true }), "mod+k"],
    ["the Windows key is not Mod", press("k", { metaKey: true }), "meta+k"],
    ["Ctrl and Shift", press("C", { ctrlKey: true, shiftKey: true }), "mod+shift+c"],
    ["no chord uses Alt", press("r", { altKey: true }), "alt+r"],
    ["a character written with AltGr", press("[", altGraph), "["],
    ["a Cyrillic layout, by key position", press("л", { code: "KeyK", ctrlKey: true }), "mod+k"],
    ["[ of a Cyrillic layout", press("х", { code: "BracketLeft" }), "["],
    [". of a Hebrew layout", press("ץ", { code: "Period", ctrlKey: true }), "mod+."],
    ["a letter of a German layout where [ is on others", press("ü", { code: "BracketLeft" }), "ü"],
    ["an accented letter in the digit row of a French layout", press("é", { code: "Digit2" }), "é"],
    ["an Arabic digit", press("\u0664", { code: "Digit4" }), "4"],
    ["a Persian digit", press("\u06f4", { code: "Digit4" }), "4"]
  ])("%s", (_, event, chord) => expect(chordOf(event, false)).toBe(chord))

  it("is mapped for a Mac", () => {
    expect(chordOf(press("k", { metaKey: true }), true)).toBe("mod+k")
    expect(chordOf(press("k", { ctrlKey: true }), true)).toBe("ctrl+k")
    expect(chordOf(press(".", { metaKey: true }), true)).toBe("mod+.")
    expect(chordOf(press("[", { altKey: true, code: "Digit5" }), true)).toBe("[")
    expect(chordOf(press("®", { altKey: true, code: "KeyR" }), true)).toBe("alt+r")
  })

  it.each(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process", "Unidentified"])(
    "is none for %s alone",
    (key) => expect(chordOf(press(key), false)).toBeNull()
  )

  it("is none while an input method composes", () => {
    expect(chordOf(press("r", { isComposing: true }), false)).toBeNull()
    expect(chordOf(press("Enter", { keyCode: 229 }), false)).toBeNull()
    expect(composes(press("r"))).toBe(false)
  })
})

describe("single-letter keys that can be turned off", () => {
  it.each(["r", "?", "1", ".", "g d", "shift+e", "plus"])("%s", (keys) => expect(isCharacters(keys)).toBe(true))
  it.each(["mod+k", "escape", "arrowdown", "shift+arrowdown", "mod+.", "space", "enter", "alt+r"])(
    "don't include %s",
    (keys) => expect(isCharacters(keys)).toBe(false)
  )
})
