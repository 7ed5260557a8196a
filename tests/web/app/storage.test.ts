import { afterEach, expect, it, vi } from "vitest"
import { clearStorage, read, readTab, write, writeTab } from "#web/app/storage.ts"

afterEach(() => void vi.unstubAllGlobals())

/** Enough of a storage for what is tested. */
const storage = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    clear: () => texts.clear()
  }
}

it("keeps nothing where the browser has no storage, and still clears that of the tab", () => {
  vi.stubGlobal("localStorage", null)
  vi.stubGlobal("sessionStorage", storage())
  write("theme", "dark")
  expect(read("theme")).toBeNull()
  writeTab("open", "yes")
  expect(readTab("open")).toBe("yes")
  clearStorage()
  expect(readTab("open")).toBeNull()
})

it("keeps the theme when it clears both storages", () => {
  vi.stubGlobal("localStorage", storage())
  vi.stubGlobal("sessionStorage", null)
  write("theme", "dark")
  write("token", "secret")
  clearStorage()
  expect([read("theme"), read("token")]).toEqual(["dark", null])
})
