import { describe, expect, it } from "vitest"
import { TerminalScreen } from "./support/TerminalScreen.ts"

const screenOf = (...chunks: ReadonlyArray<string>): TerminalScreen => {
  const screen = new TerminalScreen(20)
  for (const chunk of chunks) screen.write(chunk)
  return screen
}

describe("the terminal screen for tests", () => {
  it("prints, wraps and goes back", () => {
    expect(screenOf("ab\r\ncd\rx").text).toBe("ab\nxd")
    expect(screenOf("x".repeat(25)).text).toBe(`${"x".repeat(20)}\n${"x".repeat(5)}`)
  })

  it("moves and erases as Ink does", () => {
    expect(screenOf("one\r\ntwo\r\n\u001b[2K\u001b[1A\u001b[2K\u001b[Gnew").text).toBe("one\nnew")
    expect(screenOf("hello\u001b[3G\u001b[K").text).toBe("he")
  })

  it("joins a sequence that arrives in two chunks", () => {
    expect(screenOf("ab\u001b[", "1G\u001b", "[Kc").text).toBe("c")
  })

  it("restores the normal buffer", () => {
    const screen = screenOf("before\r\n\u001b[?1049h1234")
    expect(screen.text).toBe("1234")
    screen.write("\u001b[?1049lafter")
    expect([screen.text, screen.scrollback]).toEqual(["before\nafter", "before\nafter"])
  })
})
