import { afterEach, expect, it, vi } from "vitest"
import { clearStorage, read, readTab, write, writeTab } from "#web/app/storage.ts"
import { storage } from "./stubStorage.ts"

afterEach(() => void vi.unstubAllGlobals())

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
