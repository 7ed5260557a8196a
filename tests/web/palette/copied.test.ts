import { execFileSync } from "node:child_process"
import { LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { commands } from "#core/commands/registry.ts"
import { shellWord } from "#core/base/shellWord.ts"
import { optionName, terminalLine } from "#core/commands/terminalLine.ts"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { destinationOfRow, hrefOf } from "#web/palette/destinations.ts"
import { lineOf } from "#web/palette/lineOf.ts"
import type { RowTarget } from "#web/palette/PaletteRow.ts"
import { rowsOf } from "#web/palette/PaletteRow.ts"
import { commandById } from "#core/commands/registry.ts"
import { listed, sourcesFor } from "./paletteFixture.ts"

const target = (typed: string, id: string): RowTarget =>
  rowsOf(listed(typed).sections).find((row) => row.id === id)!.target
const line = (of: RowTarget): string | null => lineOf(of, (lockID) => (lockID === 1 ? "40001007" : undefined))
const on = (id: string): RowTarget => ({ kind: "command", command: commandById(id)!, input: {}, about: LockId.make(1) })

describe("a row as a terminal command", () => {
  it.each([
    ["a lock", target("40001007", "lock 1"), "lockdesk locks show 40001007"],
    ["a facility", target("! maple", "facility 3"), "lockdesk locks ls --facility 'Maple Street'"],
    ["a person", target("@ dana", "person 9"), "lockdesk users ls"],
    ["a command on a lock", on("locks.log"), "lockdesk locks log 40001007"],
    ["a command without inputs", { ...on("audit.verify"), about: null }, "lockdesk audit verify"],
    [
      "a command with missing inputs, which the terminal asks for",
      target("> activate", "locks.activate"),
      "lockdesk locks activate"
    ],
    ["a reveal without its reason", on("locks.reveal"), "lockdesk locks reveal 40001007"],
    [
      "a lock and its new value",
      { ...on("locks.setStatus"), input: { status: 1004, unit: "B $x" } },
      "lockdesk locks set-status --unit 'B $x' 40001007 'Assigned Overlock'"
    ],
    ["an input after a missing one", { ...on("locks.setStatus"), input: { status: 1002 }, about: null }, null],
    ["a secret", { ...on("locks.setCode"), input: { code: "1234" } }, "lockdesk locks set-code 40001007"],
    ["a URL", target("> dashboard", "go.dashboard"), null],
    [
      "a change of several selected locks",
      rowsOf(listed("> set the status", { ...sourcesFor(), several: 3 }).sections).find(
        ({ id }) => id === "locks.setStatus"
      )?.target,
      null
    ]
  ])("%s", (_, of, expected) => expect(line(of as RowTarget)).toBe(expected))

  it("names options as the terminal does", () => {
    const specs = deriveSpecs()
    for (const command of commands) {
      const inputs = specs.find(({ id }) => id === command.id)?.inputs ?? []
      for (const [key, field] of Object.entries(command.input)) {
        const input = inputs.find((each) => each.key === key)
        if (input === undefined || input.place === "argument" || input.place === "asked") continue
        expect(`${command.id} ${optionName(key, field)}`).toBe(`${command.id} ${input.name}`)
      }
    }
  })

  it("keeps a value that looks like an option from being parsed as one", () => {
    const find = commandById("locks.find")!
    expect(terminalLine(find, { text: "-5", facilityID: "-x" })).toBe("lockdesk locks find --facility=-x -- -5")
  })

  it("is parsed back by a shell word for word", () => {
    const words = fc.array(
      fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\0")),
      {
        minLength: 1,
        maxLength: 20
      }
    )
    fc.assert(
      fc.property(words, (typed) => {
        const read = execFileSync("/bin/sh", ["-c", `printf '%s\\0' ${typed.map(shellWord).join(" ")}`])
        expect(read.toString("utf8").split("\0").slice(0, -1)).toEqual(typed)
      }),
      { numRuns: 40 }
    )
    for (const sly of ["$(id)", "`id`", "a'b", "a; rm -rf /", "\\", "!!", "~root", "#42", "*", "a\nb", ""]) {
      const read = execFileSync("/bin/sh", ["-c", `printf '%s' ${shellWord(sly)}`]).toString("utf8")
      expect(read).toBe(sly)
    }
  })
})

describe("a row's URL", () => {
  it.each([
    ["a lock", target("40001007", "lock 1"), "/locks/1"],
    ["a facility", target("! maple", "facility 3"), "/locks/manage_locks?facilityID=3"],
    ["a person", target("@ dana", "person 9"), "/team/users?search=Dana+Reed"],
    ["a screen", target("> dashboard", "go.dashboard"), "/dashboard"]
  ])("of %s", (_, of, href) => {
    const destination = destinationOfRow(of)
    expect(destination === null ? null : hrefOf(destination)).toBe(href)
  })
  it("is undefined for a row without one", () =>
    expect(destinationOfRow(target("> activate", "locks.activate"))).toBeNull())
})
