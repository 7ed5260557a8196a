import { describe, expect, it } from "vitest"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { announced, ago, enterAction, holdsInventory, lockCount } from "#web/palette/footWords.ts"
import { typed } from "#web/palette/selection.ts"
import { serverText } from "#web/palette/serverText.ts"
import { listed, sourcesFor } from "./paletteFixture.ts"

const now = Date.UTC(2026, 10, 20)
const list = {
  phase: "current",
  size: 48_112,
  total: null,
  restoring: false,
  checked: true,
  pulledAt: now - 3 * 60_000,
  revision: 1,
  failure: null,
  refused: false
} as const

describe("the palette's footer", () => {
  it("counts locks, with the age of a stale list", () => {
    expect(lockCount(3, list, now, false)).toBe("3 of 48,112 locks")
    expect(lockCount(3, list, now, true)).toBe("3 of 48,112 locks with the inventory")
    expect(lockCount(null, { ...list, size: 1 }, now, false)).toBe("1 lock")
    expect(lockCount(3, { ...list, phase: "stale" }, now, false)).toBe("3 of 48,112 locks, loaded 3 min ago")
  })
  it("mentions the inventory as long as a lock is in it", () => {
    const [stored, placed] = [LockId.make(1), LockId.make(2)]
    const maple = { facilityID: FacilityId.make(7), facilityName: "Maple St" }
    const index = LockIndex.of([{ lockID: placed, serialCode: "40718263", ...maple }])
    expect(holdsInventory(index)).toBe(false)
    index.upsert([{ lockID: stored, serialCode: "40718264" }])
    expect(holdsInventory(index)).toBe(true)
    index.upsert([{ lockID: stored, serialCode: "40718264", ...maple }])
    expect(holdsInventory(index)).toBe(false)
    index.upsert([{ lockID: stored, serialCode: "40718264" }])
    index.remove([stored])
    expect(holdsInventory(index)).toBe(false)
  })

  it("shows no total while loading", () => {
    expect(lockCount(3, { ...list, phase: "loading", total: 96_300 }, now, false)).toBe("loading locks\u2026 49 %")
    expect(lockCount(0, { ...list, phase: "loading", size: 0 }, now, false)).toBe("loading locks\u2026")
    expect(lockCount(3, { ...list, phase: "empty", size: 9 }, now, false)).toBe("not all locks are loaded")
  })
  it("shows the age", () => {
    expect([59_999, 60_000, 3_600_000, 47 * 3_600_000, 72 * 3_600_000].map(ago)).toEqual([
      "less than a minute ago",
      "1 min ago",
      "1 h ago",
      "47 h ago",
      "3 days ago"
    ])
  })
  it.each([
    ["40001007", "reveal"],
    ["4000100", "open"],
    ["99999999", "look up"],
    ["settings", "go"],
    ["whoami", "run"],
    ["> activate a lock", "then Serial Code"],
    ["transfer 4000 1007", "then Facility"],
    ["status 4000 1007 lost", "run: Set the status of a lock: 4000 1007, Lost"],
    ["damaged 40001007", "run: Set the status of a lock: 4000 1007, Damaged"],
    ["! maple", "its locks"],
    ["> load a shipment", "show why"],
    ["zzzzzz", null]
  ])("shows Enter's action for %s: %s", (text, action) => {
    expect(enterAction({ kind: "search" }, typed(text, listed(text)), "reveal")).toBe(action)
  })
  it("asks for the value first, and not for the lock, while several are selected", () => {
    const several = { ...sourcesFor(), several: 3 }
    const action = (text: string) => enterAction({ kind: "search" }, typed(text, listed(text, several)), "reveal")
    expect(action("> set the status")).toBe("then Status")
  })
  it("announces the number of results", () => {
    expect(announced(listed("40001007"), true)).toBe("2 results. Locks: 1, Commands: 1")
    expect(announced(listed("zzzzzz"), true)).toBe("No results")
    expect(announced(listed("zzzzzz"), false)).toBe("No results yet. Locks are still loading.")
  })
})

describe("the server query", () => {
  it.each([
    ["40", "40"],
    ["# 4000", "4000"],
    [": B-114", "B-114"],
    ["4", null],
    ["maple street", null],
    ["> activate", null],
    ["40 status:lost", null],
    ["40 foo:bar", null],
    ["#42", null],
    ["", null]
  ])("for %s", (typed, text) => expect(serverText(parse(typed))).toBe(text))
})
