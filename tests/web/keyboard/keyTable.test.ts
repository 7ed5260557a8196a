import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { availability } from "#core/commands/availability.ts"
import { commands } from "#core/commands/registry.ts"
import { viewCommands } from "#core/commands/viewCommands.ts"
import { Role } from "#core/auth/roles.ts"
import { chordOf } from "#web/keyboard/chord.ts"
import { clash, collisions, keysRefusal } from "#web/keyboard/remap.ts"
import { person } from "../../support/person.ts"

const all = commands.map((command) => ({ ...command, keys: command.keys ?? [] }))

describe("the command table's keys", () => {
  it("never collide in one scope, and none is a prefix of another", () => expect(collisions(all)).toEqual([]))

  it("are detected if they do", () => {
    const one = { id: "a", title: "A", scope: "lists" as const, keys: ["g"] }
    expect(collisions([one, { ...one, id: "b", keys: ["g d"] }])).toEqual(["a and b: g"])
    expect(collisions([one, { ...one, id: "b", keys: ["x", "g"] }])).toEqual(["a and b: g"])
    expect(collisions([one, { ...one, id: "b", scope: "anywhere", keys: ["g"] }])).toEqual([])
  })

  it("leave digits to the lookup, except for reveal reasons and returned-lock marks", () => {
    const digits = all.filter(({ scope, keys }) => scope !== "reveal" && keys.some((each) => /^\d/.test(each)))
    expect(digits.map(({ id, keys }) => [id, ...keys])).toEqual([
      ["returns.markAvailable", "1"],
      ["returns.markLost", "2"],
      ["returns.markTenantUsing", "3"],
      ["returns.markDamaged", "4"]
    ])
  })

  it("are spelled as key presses are read", () => {
    for (const keys of all.flatMap((command) => command.keys)) {
      for (const chord of keys.split(" ")) {
        const parts = chord.split("+")
        const key = parts.at(-1) ?? ""
        const shift = parts.includes("shift")
        const event = {
          key: key === "space" ? " " : shift && key.length === 1 ? key.toUpperCase() : key,
          code: "",
          ctrlKey: parts.includes("mod"),
          metaKey: false,
          altKey: parts.includes("alt"),
          shiftKey: shift,
          isComposing: false,
          keyCode: 0
        }
        expect(chordOf(event, false)).toBe(chord)
      }
    }
  })
})

describe("choosing other keys", () => {
  const named = (id: string) => all.find((command) => command.id === id)!
  it("is refused with the name of the conflicting command in the same scope", () => {
    expect(keysRefusal(named("keys.show"), "n", all)).toBe("Already used by Open the notices.")
    expect(keysRefusal(named("keys.show"), "g", all)).toMatch(/^Already used by Go to /)
    expect(keysRefusal(named("keys.show"), "g d x", all)).toBe("Already used by Go to Dashboard.")
  })
  it("is refused for digits and for browser shortcuts", () => {
    expect(keysRefusal(named("keys.show"), "4", all)).toBe("Digits look up a serial code.")
    expect(keysRefusal(named("keys.show"), "mod+t", all)).toBe("The browser uses mod+t.")
  })
  it("is allowed otherwise: the command's own keys, keys of another scope, new keys", () => {
    for (const keys of ["?", "r", "mod+shift+k", "g y"]) expect(keysRefusal(named("keys.show"), keys, all)).toBeNull()
  })
  it("detects common prefixes", () => {
    expect(clash("g", "g d")).toBe(true)
    expect(clash("g d", "g l")).toBe(false)
    expect(clash("s", "shift+s")).toBe(false)
  })
})

const sourcesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"))

describe("console-only commands", () => {
  const web = sourcesIn(join(import.meta.dirname, "../../../web"))
  it.each(viewCommands.map(({ id }) => id))("%s has a handler", (id) => {
    // Matches `"theme.dark": () =>` in a handler table, a pattern such as the reveal reasons use, or a link.
    const pattern = id.replace(/\d+$/, "\\$\\{")
    const handler = new RegExp(
      `["\`]${pattern.replaceAll(".", "\\.").replaceAll("\\\\.", "\\.")}[^\\n]*["\`]\\]?(?:[:,(]| as CommandId)`
    )
    const link = `data-command="${id}"`
    expect(
      web.filter((text) => handler.test(text) || text.includes(link) || text.includes(`command="${id}"`)).length
    ).toBeGreaterThan(0)
  })
})

describe("a refused command", () => {
  it.each(Role.rows.map(({ id, label }) => [label, id] as const))("explains why to %s", (_, role) => {
    const user = person(role)
    for (const command of commands) {
      const may = availability(command, user)
      if (may.allowed) continue
      expect(may.words.error).not.toBe("")
      expect(may.words.next).not.toBe("")
    }
  })
})
