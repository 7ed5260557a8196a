import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { takesFile } from "#web/palette/offered.ts"
import { rowsOf } from "#web/palette/PaletteRow.ts"
import { idsOf, listed, sourcesFor } from "./paletteFixture.ts"

describe("a title typed whole", () => {
  it.each([Role.id.SuperAdmin, Role.id.Owner, Role.id.Admin, Role.id.CallCenterAgent])(
    "lists its own command first, for role %i",
    (role) => {
      const from = sourcesFor({ role })
      const offered = [...from.commands.values()].filter(
        (command) => from.refusal(command, null) === null && !takesFile(command, from.handled)
      )
      const missed = offered.flatMap(({ title }) => {
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
