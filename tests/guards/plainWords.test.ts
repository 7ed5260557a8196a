import { describe, expect, it } from "vitest"
import { faultsIn, faultsOf } from "../../scripts/words.ts"

describe("plain words", () => {
  it("refuse stilted phrases anywhere in a source", () => {
    const code = [
      'const busy = "It is being sent."',
      "const toast = `${name} cannot be had.`",
      "const screen = <p>What is open goes on\n  by itself.</p>"
    ].join("\n")
    expect(faultsIn("web/Screen.tsx", code)).toEqual([
      "web/Screen.tsx:1: 'It is being sent': say Sending… / Saving… / Loading…",
      "web/Screen.tsx:2: 'cannot be had': say not available",
      "web/Screen.tsx:3: 'goes on by itself': say continues automatically"
    ])
  })

  it("refuse a sentence of more than 30 words, but not several shorter ones", () => {
    const words = (count: number) => `The ${"very ".repeat(count - 2)}end.`
    expect(faultsOf(words(31))).toEqual(["31 words in a sentence: make it two"])
    expect(faultsOf(`${words(30)} ${words(30)}`)).toEqual([])
  })

  it("ignore comments, SQL and words from users", () => {
    expect(faultsIn("core/a.ts", "// It is being sent.\nconst sql = `SELECT a FROM b WHERE c = 1`")).toEqual([])
    expect(faultsOf("There is no file.")).toEqual([])
    expect(faultsOf(`SELECT ${"a, ".repeat(40)} b FROM c`)).toEqual([])
  })
})
