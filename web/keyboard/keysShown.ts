/** Whether this is an Apple device, to label the keys accordingly. */
export const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

const names: Readonly<Record<string, string>> = {
  arrowdown: "↓",
  arrowup: "↑",
  arrowleft: "←",
  arrowright: "→",
  escape: "Esc",
  enter: "Enter",
  space: "Space",
  shift: "Shift",
  pagedown: "PgDn",
  pageup: "PgUp",
  home: "Home",
  end: "End",
  alt: "Alt",
  plus: "+",
  meta: "Meta",
  ctrl: "Ctrl",
  backspace: "Backspace"
}

const shown = (key: string): string =>
  key === "mod" ? (onMac() ? "⌘" : "Ctrl") : (names[key] ?? (key.length === 1 ? key : key.toUpperCase()))

/** Labels of the keys of `g d` or `mod+k`, one per chord. After a modifier, letters are capitalized. */
export const keysShown = (keys: string): ReadonlyArray<string> =>
  keys.split(" ").map((chord) => {
    const parts = chord.split("+")
    const last = parts.at(-1) ?? ""
    return [...parts.slice(0, -1), parts.length > 1 && last.length === 1 ? last.toUpperCase() : last]
      .map(shown)
      .join(" ")
  })

/** Single-chord keys in `aria-keyshortcuts` notation, which doesn't support sequences. */
export const ariaKeys = (keys: ReadonlyArray<string>): string | undefined =>
  keys
    .filter((each) => !each.includes(" "))
    .map((each) =>
      each.replace("mod", onMac() ? "Meta" : "Control").replace(/\b[a-z]/g, (first) => first.toUpperCase())
    )
    .join(" ") || undefined
