import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CDPSession } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { trials } from "../../support/databases.ts"
import { randomFrom, seed } from "../../faults/random.ts"
import { anyOrder } from "../support/DelayingProxy.ts"
import { codeOf, serialsOfAcme, there } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import { recordReveals, takeReveals } from "../support/revealsSeen.ts"
import { typeFast } from "../support/typeFast.ts"
import type { Visitor } from "../support/Visitor.ts"

/** 100 in `npm test`, 10,000 in 100 trials. */
const runs = trials <= 5 ? trials * 20 : trials * 100
/** People at once. */
const people = 6
/** A fresh page, whose list is not there yet, every so many runs. */
const freshEvery = 25
const longestDelay = 800
const longestTyping = 40
const screens = ["/dashboard", "/locks/manage_locks", "/facilities", "/team/users"]

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

interface Typed {
  readonly serial: string
  readonly known: boolean
}

const untilDialog = (visitor: Visitor, text: string, serial: string): Promise<void> =>
  visitor.until(
    `'${text}' after ${serial} was typed`,
    visitor.page.locator("[role=dialog].reveal").filter({ hasText: text }).waitFor()
  )

const typeOne = async (
  visitor: Visitor,
  session: CDPSession,
  random: (limit: number) => number
): Promise<Typed & { readonly interrupted: boolean; readonly took: number }> => {
  const kind = random(20)
  const known = kind > 2
  const serial =
    kind === 0
      ? there.unknown
      : kind === 1
        ? there.registered
        : kind === 2
          ? there.foreign
          : (serialsOfAcme[random(serialsOfAcme.length)] ?? there.overlocked)
  // Mostly all nine keys at once, as a scanner sends them; else in bursts over a part of the time.
  const budget = random(3) > 0 ? 0 : random(longestTyping - 10)
  const cuts = Array.from({ length: 8 }, () => random(budget + 1)).toSorted((a, b) => a - b)
  const pauses = [0, ...cuts.map((cut, at) => cut - (cuts[at - 1] ?? 0))]
  await visitor.forgetKeys()
  await typeFast(session, [...serial, "Enter"], pauses)
  const took = await visitor.keysTook()
  if (!known) {
    await untilDialog(visitor, `Lock not found with serial code: ${serial}`, serial)
    await visitor.press("Escape")
    return { serial, known, interrupted: false, took }
  }
  await typeFast(session, [String(1 + random(4))], [random(3) * 20])
  const interrupted = random(4) === 0
  if (!interrupted) await untilDialog(visitor, codeOf(serial), serial)
  return { serial, known, interrupted, took }
}

it(
  `typing 8 digits and Enter within ${longestTyping} ms never shows another lock and never loses a digit (${runs} runs, seed ${seed})`,
  async () => {
    desk.proxy.delay = anyOrder(seed, longestDelay)
    let left = runs
    const late: Array<number> = []
    const everTyped = new Set<string>()

    const work = async (nth: number): Promise<void> => {
      const random = randomFrom(seed + nth)
      const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
      await recordReveals(visitor.context)
      const session = await visitor.context.newCDPSession(visitor.page)
      // What the server has no lock for, it says so of.
      visitor.expects(/404/)
      let before: Typed | null = null
      for (let run = 0; left > 0; run++) {
        left -= 1
        if (run % freshEvery === 0) {
          await visitor.goTo(screens[random(screens.length)] ?? "/dashboard")
          await visitor.page.locator("h1").first().waitFor()
          before = null
        }
        const typed = await typeOne(visitor, session, random)
        everTyped.add(typed.serial)
        if (typed.took > longestTyping) late.push(typed.took)
        const seen = await takeReveals(visitor.page)
        const allowed = [typed.serial, before?.serial, ""]
        for (const { serial, code } of seen) {
          expect(allowed, `a dialog of ${serial} while ${typed.serial} was typed`).toContain(serial)
          if (code !== null) expect(code, `the combination shown for ${serial}`).toBe(codeOf(serial))
        }
        expect(seen.at(-1)?.serial, `the last dialog after ${typed.serial}`).toBe(typed.serial)
        before = typed
      }
    }
    await Promise.all(Array.from({ length: people }, (_, nth) => work(nth)))

    // A busy machine types slower than it was to; most of it must have been as fast as it says.
    expect(late.length, "typed too slowly").toBeLessThanOrEqual(runs / 2)
    // Whatever the screens showed: on record is nothing that nobody typed.
    const revealed = await desk.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* sql<{ serial: string }>`SELECT DISTINCT serial FROM locks WHERE view_count > 0`
      })
    )
    expect(revealed.map(({ serial }) => serial).filter((serial) => !everTyped.has(serial))).toEqual([])
  },
  60_000 + runs * 1_000
)
