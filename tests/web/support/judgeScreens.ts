import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import type { Page } from "playwright-core"
import { Role } from "#core/auth/roles.ts"
import { emailOf } from "../../support/fixture.ts"
import { inTurn } from "../../support/turns.ts"
import { companies } from "./deskData.ts"
import type { Desk } from "./Desk.ts"
import { openDesk } from "./openDesk.ts"
import { isAtWidth, type Screen, type ScreenFacts } from "./Screen.ts"
import { screenFacts } from "./screenFacts.ts"
import { layoutFaults, resizeTo, unsound } from "./unsound.ts"

/** The elements that would move, although the visitor prefers reduced motion. */
const moving = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) =>
        [null, "::before", "::after"].some((part) => {
          const { animationName, transitionDuration } = getComputedStyle(element, part)
          return animationName !== "none" || transitionDuration !== "0s"
        })
      )
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
  )

/**
 * Defines tests that check these screens: nothing that moves, no clickable element without a command, nothing too wide at 320 px,
 * and axe, which takes most of the time: for every second screen in `npm test`, and for all in `npm run trials`.
 */
export const judge = (which: ReadonlyArray<Screen>): void => {
  let desk: Desk
  let facts: ScreenFacts
  beforeAll(async () => {
    desk = (await openDesk()).keepingPages()
    const token = await desk.server.enter(companies.acme, Role.id.Admin)
    facts = await screenFacts(desk, { token, email: emailOf(companies.acme, Role.id.Admin) })
  })
  afterEach(() => desk.settle())
  afterAll(() => desk.close())

  const check = async (screen: Screen, faultsOf: (page: Page) => Promise<ReadonlyArray<string>>): Promise<void> => {
    const visitor = await desk.visit({
      ...(screen.role === null ? {} : { role: screen.role }),
      path: screen.path(facts),
      viewport: { width: isAtWidth(screen, 1280) ? 1280 : 360, height: 800 },
      reducedMotion: "reduce"
    })
    // Some screens are about an unknown URL, a missing lock, or a lock that is already active.
    visitor.expects(/40[49]/)
    await visitor.until(screen.name, screen.show(visitor, facts))
    const { page } = visitor
    expect(await faultsOf(page)).toEqual([])
    expect(await moving(page)).toEqual([])
    if (!isAtWidth(screen, 320)) return
    // 1280 px at 400% zoom.
    await resizeTo(page, { width: 320, height: 640 })
    expect(await layoutFaults(page)).toEqual([])
  }

  const seen = which.filter(({ onPaper }) => onPaper !== true)
  const withAxe = inTurn(seen, 2, 0)
  it.each(withAxe)(
    "$name: has no axe findings, no clickable element without a command, and nothing too wide",
    (screen) => check(screen, unsound)
  )
  it.each(seen.filter((screen) => !withAxe.includes(screen)))(
    "$name: has no clickable element without a command, and nothing too wide",
    (screen) => check(screen, layoutFaults)
  )
}
