/**
 * The only file that uses the browser's storage (000 §3), except cookies (`cookies.ts`). All values are text. If the browser blocks
 * storage or has none, nothing is kept. Never store a combination (law 8).
 */

/** Keys in localStorage. */
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

/** Keys in sessionStorage, kept until the tab closes. */
export const tabKeys = {
  attemptedPath: "attempted path",
  notices: "notices",
  open: "open",
  activations: "activations",
  inventorySelection: "inventory selection",
  returns: "returns",
  /** The company this tab acts for, if not the user's own. */
  company: "company",
  facility: "selected facility",
  filters: "table filters"
} as const
export type TabKey = keyof typeof tabKeys

/**
 * Kept at sign-out: column widths (000 §4), and what a person needs to use this browser at all: the theme, the keys,
 * and whether single letters are keys (DECISIONS, Added on 2026-11-22). Also whether scans make a sound, which depends on the
 * place where the browser is used.
 */
const kept: ReadonlySet<StorageKey> = new Set(["columnWidths", "theme", "keys", "scanTone"])

const attempt = <A>(use: () => A, without: A): A => {
  try {
    return use()
  } catch (error) {
    // A browser that blocks storage throws on every access. Where it has none, as in some web views, it is null.
    if (error instanceof DOMException || error instanceof TypeError) return without
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

/** Clears both storages except for what survives a sign-out (000 §4). */
export const clearStorage = (): void => {
  const keeps = [...kept].map((key) => [key, read(key)] as const)
  attempt(() => localStorage.clear(), undefined)
  clearTabStorage()
  for (const [key, value] of keeps) write(key, value)
}

/** Clears this tab's storage. */
export const clearTabStorage = (): void => attempt(() => sessionStorage.clear(), undefined)

/** Calls back when another tab changes a value. Returns a function to unsubscribe. */
export const onOtherTab = (key: StorageKey, changed: (value: string | null) => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKeys[key]) changed(event.newValue)
    // `localStorage.clear()` fires an event without a key.
    else if (event.key === null) changed(null)
  }
  addEventListener("storage", listen)
  return () => removeEventListener("storage", listen)
}
