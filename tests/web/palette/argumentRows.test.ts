import { describe, expect, it } from "vitest"
import { type AnyCommand, commandById } from "#core/commands/registry.ts"
import { isOffered } from "#web/palette/offered.ts"
import { argumentRows } from "#web/palette/argumentRows.ts"
import { preselects } from "#web/palette/pages.ts"
import { idsOf, places, sourcesFor } from "./paletteFixture.ts"

const command = (id: string): AnyCommand => commandById(id)!
const rows = (id: string, field: string, text: string) =>
  argumentRows({ command: command(id), field }, text, places, sourcesFor(), [])

describe("the choices for an argument", () => {
  it("are the facilities, by any part of their name", () => {
    expect(rows("locks.activate", "facilityID", "").sections[0]?.rows.map(({ title }) => title.text)).toEqual([
      "Maple Street"
    ])
    expect(idsOf(rows("locks.activate", "facilityID", "street"))).toEqual(["value 0"])
    expect(idsOf(rows("locks.activate", "facilityID", "oak"))).toEqual([])
  })

  it("include inactive facilities only where they can be used", () => {
    const closed = { ...places, facilities: places.facilities.map((each) => ({ ...each, isActive: false })) }
    const found = (id: string) =>
      idsOf(argumentRows({ command: command(id), field: "facilityID" }, "maple", closed, sourcesFor(), []))
    for (const id of ["locks.transfer", "locks.activate", "inventory.assign"]) expect([id, found(id)]).toEqual([id, []])
    expect(found("facilities.show")).toEqual(["value 0"])
  })

  it("are the reasons, by text or number, without Other, which needs the user's own text", () => {
    const all = rows("locks.reveal", "reason", "").sections[0]?.rows.map(({ title }) => title.text)
    expect(all).toEqual([
      "Remove Overlock",
      "Tenant requested code",
      "Accidentally closed lock",
      "Applied lock to wrong unit"
    ])
    expect(idsOf(rows("locks.reveal", "reason", "2"))).toEqual(["value 1"])
  })

  it.each(["apiKeys.edit", "apiKeys.show", "apiKeys.rotate", "apiKeys.revoke"])(
    "exclude revoked API keys, which have no use: %s",
    (id) => {
      expect(rows(id, "id", "").sections[0]?.rows.map(({ title }) => title.text)).toEqual(["Gate sync"])
      expect(idsOf(rows(id, "id", "old"))).toEqual([])
    }
  )

  it("are locks if the command acts on one, but none for a complete serial code", () => {
    expect(idsOf(rows("locks.log", "lockID", "4000"))).toEqual(["lock 1", "lock 2"])
    expect(idsOf(rows("locks.log", "lockID", "40001007"))).toEqual([])
  })

  it("are empty for the serial code of a lock that isn't in the list yet", () => {
    expect(idsOf(rows("locks.activate", "serialCode", "4000"))).toEqual([])
  })

  it("are preselected for Enter, except that a lock is never guessed", () => {
    const page = (id: string, field: string) => ({ kind: "argument", command: command(id), input: {}, field }) as const
    expect(preselects(page("locks.log", "lockID"))).toBe(false)
    expect(preselects(page("locks.activate", "facilityID"))).toBe(true)
    expect(preselects({ kind: "search" })).toBe(true)
  })
})

describe("a command about a clicked element", () => {
  it.each(["facilityForm.step", "facilityForm.place", "facilityImport.step", "support.detach"])(
    "has no row, because it could do nothing: %s",
    (id) => expect(isOffered(command(id), () => true)).toBe(false)
  )
})
