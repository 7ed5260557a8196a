import { describe, expect, it } from "vitest"
import { type SheetRow, sheetGroups } from "#web/features/keys/sheetGroups.ts"

const row = (id: string, more: Partial<SheetRow> = {}): SheetRow => ({
  id,
  title: id,
  scope: "anywhere",
  keys: [],
  alive: false,
  refusal: null,
  ...more
})
const rows = [
  row("Go to Dashboard", { keys: ["g d"], alive: true }),
  row("Dark theme", { alive: true }),
  row("Next row", { scope: "lists", keys: ["j", "arrowdown"] }),
  row("Reveal the combination", { scope: "lock", keys: ["r"], alive: true })
]
const short = (typed: string) =>
  sheetGroups(rows, typed).map(({ heading, rows: own }) => [heading, ...own.map(({ id }) => id)])

describe("the cheat sheet", () => {
  it("lists active commands first, and those with keys before others", () => {
    expect(short("")).toEqual([
      ["On a lock", "Reveal the combination"],
      ["Anywhere", "Go to Dashboard", "Dark theme"],
      ["In lists", "Next row"]
    ])
  })
  it("is filtered by word prefixes, and by keys", () => {
    expect(short("dash")).toEqual([["Anywhere", "Go to Dashboard"]])
    expect(short("go da")).toEqual([["Anywhere", "Go to Dashboard"]])
    expect(short("arrowdown")).toEqual([["In lists", "Next row"]])
    expect(short("j")).toEqual([["In lists", "Next row"]])
    expect(short("board")).toEqual([])
  })
})
