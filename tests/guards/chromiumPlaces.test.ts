import { describe, expect, it } from "vitest"
import { chromiumPlaces } from "../../scripts/chromium.ts"

describe("where a browser is searched if none is in PATH", () => {
  it("is the machine's and the user's applications on macOS", () => {
    expect(chromiumPlaces("darwin", "/Users/mia", {})).toEqual(
      expect.arrayContaining([
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Users/mia/Applications/Chromium.app/Contents/MacOS/Chromium"
      ])
    )
  })

  it("is the program folders on Windows, if they are set", () => {
    const places = chromiumPlaces("win32", "C:\\Users\\mia", { ProgramFiles: "C:\\Program Files" })
    expect(places).toContain("C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe")
    expect(places).toContain("C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe")
    expect(places.every((place) => place.startsWith("C:\\Program Files\\"))).toBe(true)
  })

  it("is nowhere else on Linux", () => expect(chromiumPlaces("linux", "/home/mia", {})).toEqual([]))
})
