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

describe("which commands are alive", () => {
  it("calls and addresses anywhere, what the console does only where a part of the screen does it", () => {
    expect(ids(aliveCommands([go, next, reveal, close], []))).toEqual(["go.dashboard"])
    expect(ids(aliveCommands([go, next], [part("lists", ["lists.next"])]))).toEqual(["lists.next", "go.dashboard"])
  })

  it("those of a lock where one is selected, whatever the part is otherwise", () => {
    expect(ids(aliveCommands([reveal], [part("lists", [], { hasLock: true })]))).toEqual(["locks.reveal"])
    expect(ids(aliveCommands([reveal], [part("lists")]))).toEqual([])
    // Who carries it out from anywhere does not make its key alive without a lock.
    expect(ids(aliveCommands([reveal], [part("anywhere", ["locks.reveal"])]))).toEqual([])
  })

  it("nothing behind a dialog, but the palette", () => {
    const dialog = part("anywhere", ["layer.close"], { modal: true })
    expect(ids(aliveCommands([go, close, open], [dialog]))).toEqual(["layer.close", "palette.open"])
  })

  it("the part in front first, and in it the narrower scope", () => {
    const front = part("reveal", ["reveal.mask", "layer.close"], { modal: true })
    expect(ids(aliveCommands([close, mask], [front]))).toEqual(["reveal.mask", "layer.close"])
    const menu = part("anywhere", ["layer.close"])
    expect(ids(aliveCommands([mask, close], [menu, part("reveal", ["reveal.mask"])]))).toEqual([
      "layer.close",
      "reveal.mask"
    ])
  })
})

describe("what keys come to", () => {
  const alive = [next, go, goLocks]
  it("runs what has them", () => expect(resolve("g d", alive)).toEqual({ kind: "run", command: go }))
  it("waits for what they begin", () => expect(resolve("g", alive)).toEqual({ kind: "waits", commands: [go, goLocks] }))
  it("is nothing otherwise", () => {
    expect(resolve("g x", alive)).toEqual({ kind: "nothing" })
    expect(resolve("d", alive)).toEqual({ kind: "nothing" })
  })
  it("takes the first of several", () => {
    const inner = bound("locks.log", "lock", "j")
    expect(resolve("j", [inner, ...alive])).toEqual({ kind: "run", command: inner })
  })
})
