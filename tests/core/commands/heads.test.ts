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
    const read = ({
      title,
      shortTitle,
      section,
      keywords,
      keys,
      subject,
      scope,
      risk,
      many,
      does,
      terminal,
      input
    }: CommandHead) => ({
      title,
      shortTitle,
      section,
      keywords,
      keys,
      subject,
      scope,
      risk,
      many,
      path: terminal?.path,
      does: [does.call, does.goTo, does.view, does.clicked],
      fields: Object.entries(input).map(([key, field]) => {
        const { label, positional, optional, many: several, picks, choices, asked, holdsSecret } = field
        return {
          key,
          takes: takesOf(field),
          label,
          positional,
          optional,
          several,
          picks,
          choices,
          asked,
          holdsSecret
        }
      })
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
