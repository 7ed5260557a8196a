import { vi } from "vitest"

/** Enough of a storage for what is tested. */
export const storage = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    clear: () => texts.clear()
  }
}

/** Gives the test both storages of a browser, empty. */
export const stubStorage = (): void => {
  vi.stubGlobal("localStorage", storage())
  vi.stubGlobal("sessionStorage", storage())
}
