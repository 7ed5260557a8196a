import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import { clickableWithoutCommand } from "../support/clickable.ts"
import { there } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import { isAtWidth, type ScreenFacts, screens } from "../support/screens.ts"
import type { Visitor } from "../support/Visitor.ts"

let desk: Desk
let facts: ScreenFacts = { serial: there.overlocked, lockID: 0, driftID: 1 }
beforeAll(async () => {
  desk = await openDesk()
  const token = await desk.server.enter("acme", Role.id.Admin)
  const { json } = await desk.server.fetch(`/api/locks/search?filter=text%3D${facts.serial}&count=1&page=1`, { token })
  facts = { ...facts, lockID: (json as { data: ReadonlyArray<{ lockID: number }> }).data[0]?.lockID ?? 0 }
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

it.each(screens)("$name: axe finds nothing, all that is clicked is a command, nothing is too wide", async (screen) => {
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
})
