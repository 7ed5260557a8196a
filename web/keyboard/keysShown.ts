const onMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

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
  alt: "Alt"
}

const shown = (key: string): string =>
  key === "mod" ? (onMac() ? "⌘" : "Ctrl") : (names[key] ?? (key.length === 1 ? key : key.toUpperCase()))

/** What stands on the keys of `g d` or `mod+k`: one text for each chord. */
export const keysShown = (keys: string): ReadonlyArray<string> =>
  keys.split(" ").map((chord) => {
    const parts = chord.split("+")
    const text = parts.map(shown).join(" ")
    // A letter with Shift is the capital on its key.
    return parts.length === 2 && parts[0] === "shift" && (parts[1] ?? "").length === 1
      ? `Shift ${(parts[1] ?? "").toUpperCase()}`
      : text
  })

/** The notation of `aria-keyshortcuts` for keys of one chord; sequences have none. */
export const ariaKeys = (keys: ReadonlyArray<string>): string | undefined =>
  keys
    .filter((each) => !each.includes(" "))
    .map((each) =>
      each.replace("mod", onMac() ? "Meta" : "Control").replace(/\b[a-z]/g, (first) => first.toUpperCase())
    )
    .join(" ") || undefined
