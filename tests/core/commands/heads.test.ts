import { describe, expect, it } from "vitest"
import type { CommandHead } from "#core/commands/registry.ts"
import { commands } from "#core/commands/registry.ts"
import { titleHere } from "#core/commands/severalLocks.ts"
import { takesOf } from "#core/commands/takesOf.ts"
import { writtenHeads } from "../../../scripts/commandHeads.ts"

describe("the command metadata the console loads first", () => {
  const heads = writtenHeads()

  it("covers every command, in the order of the registry", () => {
    expect(heads.map(({ id }) => id)).toEqual(commands.map(({ id }) => id))
  })

  it("has everything that lists, keys and the palette read", () => {
    const facts = "title shortTitle section keywords keys subject scope risk many".split(" ")
    const ofField = "label positional optional many picks choices asked holdsSecret".split(" ")
    const pick = (from: object, keys: ReadonlyArray<string>) =>
      Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)))
    const read = (head: CommandHead) => ({
      ...pick(head, facts),
      path: head.terminal?.path,
      does: [head.does.call, head.does.goTo, head.does.view, head.does.clicked],
      fields: Object.entries(head.input).map(([key, field]) => ({
        key,
        takes: takesOf(field),
        ...pick(field, ofField)
      }))
    })
    expect(heads.map(read)).toEqual(commands.map(read))
  })

  it("keeps every rule, which explains refusals without the server", () => {
    for (const [at, { rule }] of commands.entries()) expect(heads[at]?.rule).toBe(rule)
  })

  it("has no run functions or schemas, except where a whole list is needed immediately", () => {
    const whole = heads.filter(({ does }) => "run" in does).length
    expect(whole).toBeLessThan(heads.length / 10)
  })
})

it("has short titles for locks, which don't say 'lock' where one is named", () => {
  const ofLocks = commands.filter(({ subject }) => subject === "lock")
  expect(ofLocks.length).toBeGreaterThan(8)
  expect(ofLocks.map(titleHere).filter((title) => /\block\b/i.test(title) || title.length > 24)).toEqual([])
})
