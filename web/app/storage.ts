/**
 * The only file that touches the browser's storage (000 §3). What is kept is text; a browser that refuses storage behaves as
 * one that forgets. Nothing here ever holds a combination (law 8).
 */

/** What is kept after the browser is closed. */
export const storageKeys = {
  token: "authorization",
  remembered: "remember",
  theme: "theme",
  keys: "keys",
  uses: "uses",
  columnWidths: "table column widths",
  pageSizes: "table page sizes",
  hiddenColumns: "table hidden columns",
  filters: "table filters",
  views: "views",
  lockSearch: "lock search",
  signedOut: "signed out",
  active: "active",
  nearest: "nearest facility",
  scanTone: "scan tone",
  facility: "selected facility"
} as const
export type StorageKey = keyof typeof storageKeys

/** What is kept until the tab is closed. */
export const tabKeys = {
  attemptedPath: "attempted path",
  notices: "notices",
  open: "open",
  reloadedFor: "reloaded for",
  activations: "activations",
  inventorySelection: "inventory selection",
  returns: "returns",
  /** The company that this tab acts for, where that is not the user's own. */
  company: "company",
  facility: "selected facility"
} as const
export type TabKey = keyof typeof tabKeys

/**
 * Kept over a sign-out: how wide somebody likes their columns (000 §4), and what a person needs to use this browser at all:
 * the theme, the keys, and whether single letters are keys (DECISIONS, Added on 2026-11-22).
 */
const kept: ReadonlySet<StorageKey> = new Set(["columnWidths", "theme", "keys"])

const attempt = <A>(use: () => A, without: A): A => {
  try {
    return use()
  } catch (error) {
    // A browser that forbids storage throws at every touch.
    if (error instanceof DOMException) return without
    throw error
  }
}

export const read = (key: StorageKey): string | null => attempt(() => localStorage.getItem(storageKeys[key]), null)

export const write = (key: StorageKey, value: string | null): void =>
  attempt(
    () => (value === null ? localStorage.removeItem(storageKeys[key]) : localStorage.setItem(storageKeys[key], value)),
    undefined
  )

export const readTab = (key: TabKey): string | null => attempt(() => sessionStorage.getItem(tabKeys[key]), null)

export const writeTab = (key: TabKey, value: string | null): void =>
  attempt(
    () => (value === null ? sessionStorage.removeItem(tabKeys[key]) : sessionStorage.setItem(tabKeys[key], value)),
    undefined
  )

/** Empties both storages, except for what outlives a sign-out (000 §4). */
export const clearStorage = (): void =>
  attempt(() => {
    const keeps = [...kept].map((key) => [key, read(key)] as const)
    localStorage.clear()
    sessionStorage.clear()
    for (const [key, value] of keeps) write(key, value)
  }, undefined)

/** Empties what is kept for this tab alone. */
export const clearTabStorage = (): void => attempt(() => sessionStorage.clear(), undefined)

/** Calls back when another tab changes a value; returns how to stop. */
export const onOtherTab = (key: StorageKey, changed: (value: string | null) => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKeys[key]) changed(event.newValue)
    // A cleared storage names no key.
    else if (event.key === null) changed(null)
  }
  addEventListener("storage", listen)
  return () => removeEventListener("storage", listen)
}

/** A cookie of this site by its name, or null. For what the documents keep in one (001 §9). */
export const readCookie = (name: string): string | null => {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/** Keeps a cookie for so many seconds, for this site alone. */
export const writeCookie = (name: string, value: string, seconds: number): void => {
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict`
}
