import { describe, expect, it } from "vitest"
import { aliveCommands, type BoundCommand, type LivePart, resolve } from "#web/keyboard/alive.ts"

const bound = (
  id: string,
  scope: BoundCommand["scope"],
  keys: string,
  more: Partial<BoundCommand> = {}
): BoundCommand => ({
  id,
  scope,
  keys: [keys],
  view: false,
  ...more
})
const part = (
  scope: LivePart["scope"],
  handled: ReadonlyArray<string> = [],
  more: Partial<LivePart> = {}
): LivePart => ({
  scope,
  modal: false,
  handles: (id) => handled.includes(id),
  hasLock: false,
  ...more
})
const ids = (commands: ReadonlyArray<BoundCommand>) => commands.map(({ id }) => id)

const go = bound("go.dashboard", "anywhere", "g d")
const goLocks = bound("go.locks", "anywhere", "g l")
const reveal = bound("locks.reveal", "lock", "r")
const next = bound("lists.next", "lists", "j", { view: true })
const open = bound("palette.open", "anywhere", "mod+k", { view: true, always: true })
const close = bound("layer.close", "anywhere", "escape", { view: true })
const mask = bound("reveal.mask", "reveal", "escape", { view: true })

describe("active commands", () => {
  it("include calls and links anywhere, and console actions only where a part of the screen handles them", () => {
    expect(ids(aliveCommands([go, next, reveal, close], []))).toEqual(["go.dashboard"])
    expect(ids(aliveCommands([go, next], [part("lists", ["lists.next"])]))).toEqual(["lists.next", "go.dashboard"])
  })

  it("include lock commands in any part where a lock is selected", () => {
    expect(ids(aliveCommands([reveal], [part("lists", [], { hasLock: true })]))).toEqual(["locks.reveal"])
    expect(ids(aliveCommands([reveal], [part("lists")]))).toEqual([])
    // A global handler doesn't activate a lock command without a lock.
    expect(ids(aliveCommands([reveal], [part("anywhere", ["locks.reveal"])]))).toEqual([])
  })

  it("exclude everything behind a dialog, except the palette", () => {
    const dialog = part("anywhere", ["layer.close"], { modal: true })
    expect(ids(aliveCommands([go, close, open], [dialog]))).toEqual(["layer.close", "palette.open"])
  })

  it("are ordered by the frontmost part, then by the narrower scope", () => {
    const front = part("reveal", ["reveal.mask", "layer.close"], { modal: true })
    expect(ids(aliveCommands([close, mask], [front]))).toEqual(["reveal.mask", "layer.close"])
    const menu = part("anywhere", ["layer.close"])
    expect(ids(aliveCommands([mask, close], [menu, part("reveal", ["reveal.mask"])]))).toEqual([
      "layer.close",
      "reveal.mask"
    ])
  })
})

describe("resolving keys", () => {
  const alive = [next, go, goLocks]
  it("runs the matching command", () => expect(resolve("g d", alive)).toEqual({ kind: "run", command: go }))
  it("waits if they start a sequence", () =>
    expect(resolve("g", alive)).toEqual({ kind: "waits", commands: [go, goLocks] }))
  it("returns nothing otherwise", () => {
    expect(resolve("g x", alive)).toEqual({ kind: "nothing" })
    expect(resolve("d", alive)).toEqual({ kind: "nothing" })
  })
  it("prefers the first of several", () => {
    const inner = bound("locks.log", "lock", "j")
    expect(resolve("j", [inner, ...alive])).toEqual({ kind: "run", command: inner })
  })
})
