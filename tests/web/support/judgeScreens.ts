import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf } from "../../support/fixture.ts"
import { companies } from "./deskData.ts"
import type { Desk } from "./Desk.ts"
import { openDesk } from "./openDesk.ts"
import { isAtWidth, type Screen, type ScreenFacts } from "./Screen.ts"
import { screenFacts } from "./screenFacts.ts"
import { layoutFaults, resizeTo, unsound } from "./unsound.ts"

/** Tests that judge these screens: axe in both themes, nothing to click without its command, nothing too wide at 320 px. */
export const judge = (which: ReadonlyArray<Screen>): void => {
  let desk: Desk
  let facts: ScreenFacts
  beforeAll(async () => {
    desk = await openDesk()
    const token = await desk.server.enter(companies.acme, Role.id.Admin)
    facts = await screenFacts(desk, { token, email: emailOf(companies.acme, Role.id.Admin) })
  })
  afterEach(() => desk.settle())
  afterAll(() => desk.close())

  it.each(which.filter(({ onPaper }) => onPaper !== true))(
    "$name: axe finds nothing, all that is clicked is a command, nothing is too wide",
    async (screen) => {
      const visitor = await desk.visit({
        ...(screen.role === null ? {} : { role: screen.role }),
        path: screen.path(facts),
        viewport: { width: isAtWidth(screen, 1280) ? 1280 : 360, height: 800 },
        reducedMotion: "reduce"
      })
      // An address that leads nowhere, a lock that is not there, and one that is active already, are screens too.
      visitor.expects(/40[49]/)
      await visitor.until(screen.name, screen.show(visitor, facts))
      const { page } = visitor
      expect(await unsound(page)).toEqual([])
      if (!isAtWidth(screen, 320)) return
      // 1280 px at 400 %.
      await resizeTo(page, { width: 320, height: 640 })
      expect(await layoutFaults(page)).toEqual([])
    }
  )
}
