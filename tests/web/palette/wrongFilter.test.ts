import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, LockId } from "#core/base/ids.ts"
import { announced, enterAction } from "#web/palette/footWords.ts"
import { listFor } from "#web/palette/listFor.ts"
import type { Page } from "#web/palette/pages.ts"
import { typed } from "#web/palette/selection.ts"
import { person } from "../../support/person.ts"
import { idsOf, listed, places, sourcesFor } from "./paletteFixture.ts"

const around = { user: person(Role.id.Admin), places, selected: null, found: [], left: null, answered: true }

describe("a filter that can't be searched", () => {
  it.each([
    ["foo:bar", /^There is no filter foo; there are status, color, facility, /],
    ["maple foo:bar", /^There is no filter foo; /],
    ["40001007 foo:bar", /^There is no filter foo; /],
    ["# foo:bar", /^There is no filter foo; /],
    ["status:sold", /^There is no status 'sold'\. status: available, lost, /],
    ["-status:sold", /^There is no status 'sold'\. status: available, lost, /],
    ["updated:never", /^updated takes today, /],
    ["status:", /^status has no value yet\. status: available, lost, /],
    ["facility:", /^facility has no value yet\./],
    ["-maple", /^Only a filter can be excluded/],
    ['"', /^The quotation mark isn't closed\./]
  ])("lists nothing and explains what is allowed, and so does Enter: %s", (text, words) => {
    const list = listed(text)
    expect(idsOf(list)).toEqual([])
    expect(list.problem).toMatch(words)
    const listing = typed(text, list)
    expect(listing.selected).toBeNull()
    expect(enterAction({ kind: "search" }, listing, "reveal")).toBe("show why")
    expect(announced(list, true)).toBe(list.problem)
  })

  it.each([
    "maple",
    "maple status:",
    "maple - street",
    "facility:maple",
    "facility:3",
    "facility:maple-street status:lost",
    "-facility:nowhere",
    "unit:zzz"
  ])("doesn't include %s", (text) => expect(listed(text).problem).toBeUndefined())

  it.each(["foo:bar", "status:"])("selects no action of a lock and no value of a field: %s", (text) => {
    const from = sourcesFor()
    const transfer = from.commands.get("locks.transfer")!
    const pages: ReadonlyArray<Page> = [
      { kind: "actions", about: { lockID: LockId.make(1), serialCode: "40001007" } },
      { kind: "argument", command: transfer, input: {}, field: "facilityID" },
      { kind: "argument", command: transfer, input: {}, field: "lockID" }
    ]
    for (const page of pages) expect(idsOf(listFor(page, text, from, around))).toEqual([])
  })

  it("doesn't hide the companies that 'act for' asks for", () => {
    const companies = [{ companyID: CompanyId.make(5), companyName: "Acme: North" }]
    const user = person(Role.id.SuperAdmin)
    const from = sourcesFor({ role: Role.id.SuperAdmin })
    const list = listFor({ kind: "search" }, "act for acme: north", from, { ...around, user, companies })
    expect(idsOf(list)).toEqual(["company 5"])
    expect(list.problem).toBeUndefined()
  })
})
