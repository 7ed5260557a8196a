import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf } from "../../support/fixture.ts"
import { axeFindings } from "../support/axe.ts"
import { clickableWithoutCommand } from "../support/clickable.ts"
import { companies } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import { isAtWidth, type ScreenFacts } from "../support/Screen.ts"
import { screenFacts } from "../support/screenFacts.ts"
import { screens } from "../support/screens.ts"
import type { Visitor } from "../support/Visitor.ts"

let desk: Desk
let facts: ScreenFacts
beforeAll(async () => {
  desk = await openDesk()
  const token = await desk.server.enter(companies.acme, Role.id.Admin)
  facts = await screenFacts(desk, { token, email: emailOf(companies.acme, Role.id.Admin) })
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

/** What is wider than the page, and so has to be scrolled to sideways. */
const tooWide = ({ page }: Visitor): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
      .map((element) => `${element.tagName}.${element.className} to ${element.getBoundingClientRect().right}`)
      .slice(0, 5)
  })

it.each(screens.filter(({ onPaper }) => onPaper !== true))(
  "$name: axe finds nothing, all that is clicked is a command, nothing is too wide",
  async (screen) => {
    const visitor = await desk.visit({
      ...(screen.role === null ? {} : { role: screen.role }),
      viewport: { width: isAtWidth(screen, 1280) ? 1280 : 360, height: 800 },
      reducedMotion: "reduce"
    })
    // An address that leads nowhere, a lock that is not there, and one that is active already, are screens too.
    visitor.expects(/40[49]/)
    await visitor.goTo(screen.path(facts))
    await visitor.until(screen.name, screen.show(visitor, facts))
    const { page } = visitor
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await axeFindings(page)).toEqual([])
    expect(await clickableWithoutCommand(page)).toEqual([])

    if (!isAtWidth(screen, 320)) return
    // 1280 px at 400 %.
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await tooWide(visitor)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    expect(await clickableWithoutCommand(page)).toEqual([])
  }
)
