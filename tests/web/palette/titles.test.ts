import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { takesFile } from "#web/palette/offered.ts"
import { emptyRows } from "#web/palette/emptyRows.ts"
import { enterAction } from "#web/palette/footWords.ts"
import { rowsOf } from "#web/palette/PaletteRow.ts"
import { typed } from "#web/palette/selection.ts"
import { isSoon, isSoonRow } from "#web/palette/soon.ts"
import { idsOf, listed, sourcesFor } from "./paletteFixture.ts"

describe("a title typed whole", () => {
  it.each([Role.id.SuperAdmin, Role.id.Owner, Role.id.Admin, Role.id.CallCenterAgent])(
    "lists its own command first, for role %i",
    (role) => {
      const from = sourcesFor({ role })
      const offered = [...from.commands.values()].filter(
        (command) => from.refusal(command, null) === null && !takesFile(command, from.handled)
      )
      const missed = offered
        .filter((command) => !isSoon(command))
        .flatMap(({ title }) => {
          const first = rowsOf(listed(title, from).sections)[0]?.title.text
          return first === title ? [] : [`${title} -> ${first}`]
        })
      expect(missed).toEqual([])
      expect(offered.length).toBeGreaterThan(10)
    }
  )

  it.each(["sign out", "> sign out", "Sign out", "log out", "> log out", "logout"])(
    "signs out this user and not all users: %s",
    (text) => expect(idsOf(listed(text))[0]).toBe("auth.logout")
  )

  it.each(["log out all", "log out all users", "log everybody out"])(
    "still finds the command for all users: %s",
    (text) => expect(idsOf(listed(text))[0]).toBe("settings.logoutAll")
  )
})

describe("a screen that doesn't exist yet", () => {
  it.each([Role.id.Admin, Role.id.CallCenterAgent])("comes last for any text, for role %i", (role) => {
    const from = sourcesFor({ role })
    for (const text of ["activate", "report", "locks", "message", "bulk", "> go", "go to", "a"]) {
      const soon = rowsOf(listed(text, from).sections).map(isSoonRow)
      expect([text, soon]).toEqual([text, soon.toSorted((a, b) => Number(a) - Number(b))])
    }
    const soon = rowsOf(emptyRows(null, from).sections).map(isSoonRow)
    expect(soon).toEqual(soon.toSorted((a, b) => Number(a) - Number(b)))
  })

  it("is not selected below refused commands: Enter shows why those are refused", () => {
    const list = listed("activate", sourcesFor({ role: Role.id.CallCenterAgent }))
    const rows = rowsOf(list.sections)
    expect(rows.some(isSoonRow)).toBe(true)
    const listing = typed("activate", list)
    expect(listing.selected).toBeNull()
    expect(enterAction({ kind: "search" }, listing, "reveal")).toBe("show why")
  })

  it("is selected if nothing else matches", () => {
    const list = listed("= bulk")
    expect(rowsOf(list.sections).every(isSoonRow)).toBe(true)
    expect(typed("= bulk", list).selected).toBe(idsOf(list)[0])
  })
})
