import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CDPSession } from "playwright-core"
import { expect, it } from "vitest"
import { armedDigitMillis } from "#core/commands/armedDigit.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { Role } from "#core/auth/roles.ts"
import { fewTrials, trials } from "../../support/databases.ts"
import { randomFrom, seed } from "../../support/random.ts"
import { anyOrder } from "../support/DelayingProxy.ts"
import { codeOf, serialsOfAcme, there } from "../support/deskData.ts"
import { pressedKeys } from "../support/pressedKeys.ts"
import { recordReveals, takeReveals } from "../support/revealsSeen.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import { typeFast } from "../support/typeFast.ts"
import type { Visitor } from "../support/Visitor.ts"

/** 36 in `npm test`, 10,000 in 100 trials. */
const runs = trials === fewTrials ? 36 : trials * 100
/** Concurrent visitors. More would saturate two cores and delay every page. */
const people = 3
/** Reload the page every this many runs, so its list isn't loaded yet. */
const freshEvery = 25
const longestDelay = 800
const longestTyping = 40
/** The longest allowed time between two digits of one serial code, in ms: well below the delay after which a reason is sent. */
const slowest = armedDigitMillis - 50
const screens = ["/dashboard", "/locks/manage_locks", "/facilities", "/team/users"]

shareDeskWithNewPages()

interface Typed {
  /** Serial codes in typing order. The last one must be shown at the end. */
  readonly serials: ReadonlyArray<string>
  /** The serial codes whose combination was requested with a reason. */
  readonly revealed: ReadonlyArray<string>
  readonly took: number
  /** The machine was too busy to press the second digit in time, so the first may count as a reason. */
  readonly slow?: true
}

const last = ({ serials }: Typed): string => serials.at(-1) ?? ""

interface Waiting {
  __takesKeys?: boolean
}

/** Makes a visitor's pages note when they no longer hold keys for later (`web/keyboard/earlyKeys.ts`). */
const noteLiveKeys = (visitor: Visitor): Promise<unknown> =>
  visitor.page.addInitScript(() => {
    let take: NonNullable<typeof window.lockdeskEarlyKeys> | undefined
    Object.defineProperty(window, "lockdeskEarlyKeys", {
      set: (given: typeof take) => {
        take = given
      },
      get: () => () => {
        ;(globalThis as Waiting).__takesKeys = true
        return take?.() ?? []
      }
    })
  })

/** Waits until keys act at once. Of those typed before, a reason after Enter is dropped: nobody has seen that lock. */
const untilKeysAct = (visitor: Visitor): Promise<unknown> =>
  visitor.page.waitForFunction(() => (globalThis as Waiting).__takesKeys === true)

const untilDialog = (visitor: Visitor, text: string, serial: string): Promise<void> =>
  visitor.until(
    `'${text}' after ${serial} was typed`,
    visitor.page.locator("[role=dialog].reveal").filter({ hasText: text }).waitFor()
  )

/** Matches the combination only, because other text of the dialog may contain the same four digits as the serial code. */
const untilCode = (visitor: Visitor, serial: string): Promise<void> =>
  visitor.until(
    `the combination of ${serial}`,
    visitor.page
      .locator("[role=dialog].reveal [data-part=combination]")
      .filter({ hasText: codeOf(serial) })
      .waitFor()
  )

const knownSerial = (random: (limit: number) => number): string =>
  serialsOfAcme[random(serialsOfAcme.length)] ?? there.overlocked

/** Mostly all nine keys at once, as a scanner sends them; otherwise bursts within part of the time. */
const pausesOf = (random: (limit: number) => number): ReadonlyArray<number> => {
  const budget = random(3) > 0 ? 0 : random(longestTyping - 10)
  const cuts = Array.from({ length: 8 }, () => random(budget + 1)).toSorted((a, b) => a - b)
  return [0, ...cuts.map((cut, at) => cut - (cuts[at - 1] ?? 0))]
}

/**
 * A reason that isn't the first digit of any of this desk's serial codes. A recorded 4 or 5 was therefore never pressed as a
 * reason.
 */
const reasonOf = (random: (limit: number) => number): string => String(1 + random(3))

const typeOne = async (
  visitor: Visitor,
  session: CDPSession,
  random: (limit: number) => number,
  before: string
): Promise<Typed> => {
  const kind = random(20)
  const known = kind > 2
  const serial =
    kind === 0 ? there.unknown : kind === 1 ? there.registered : kind === 2 ? there.foreign : knownSerial(random)
  await visitor.forgetKeys()
  await typeFast(session, [...serial, "Enter"], pausesOf(random))
  const took = await visitor.keysTook()
  const next = knownSerial(random)
  // Types the next serial code in the reason step, where its first digit is also a reason.
  if (random(3) === 0 && next !== serial && serial !== before) {
    const inWords = known && random(3) === 0
    if (inWords) {
      await visitor.does("reveal.reason5").waitFor()
      await typeFast(session, ["5", "Enter"], [])
      await visitor.page.getByPlaceholder("Please explain your reason").waitFor()
    }
    // A scanner, or a person whose second digit comes well before a reason would be sent.
    if (inWords) await visitor.pressAtOnce([...next, "Enter", reasonOf(random)])
    else await typeFast(session, [...next, "Enter", reasonOf(random)], random(2) === 0 ? [] : [0, random(150)])
    const pressed = (await pressedKeys(visitor.page)).slice(serial.length + 1 + (inWords ? 2 : 0))
    if ((pressed[1]?.at ?? 0) - (pressed[0]?.at ?? 0) > slowest)
      return { serials: [serial, next], revealed: [], took, slow: true }
    await untilCode(visitor, next)
    return { serials: [serial, next], revealed: [next], took }
  }
  if (!known) {
    await untilDialog(visitor, `Lock not found with serial code: ${serial}`, serial)
    await visitor.press("Escape")
    return { serials: [serial], revealed: [], took }
  }
  // Without waiting for the code, the next serial code follows immediately.
  const interrupted = random(4) === 0
  const end = interrupted || random(2) === 0 ? ["Enter"] : []
  await typeFast(session, [reasonOf(random), ...end], [random(3) * 20])
  if (!interrupted) await untilCode(visitor, serial)
  return { serials: [serial], revealed: [serial], took }
}

it(
  `typing 8 digits and Enter within ${longestTyping} ms never shows another lock, records nothing false and loses no digit (${runs} runs, seed ${seed})`,
  async () => {
    desk.proxy.delay = anyOrder(seed, longestDelay)
    let left = runs
    const late: Array<number> = []
    /** How often each combination may be recorded. */
    const asked = new Map<string, number>()
    /**
     * Serial codes typed too slowly to predict their records: the first digit may count as a reason, and the rest start a
     * lookup.
     */
    const slow = new Set<string>()
    let slowRuns = 0

    const work = async (nth: number): Promise<void> => {
      const random = randomFrom(seed + nth)
      const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
      await recordReveals(visitor.page)
      await noteLiveKeys(visitor)
      const session = await visitor.session()
      // The server answers 404 for unknown serial codes.
      visitor.expects(/404/)
      let before = ""
      let fresh = true
      for (let run = 0; left > 0; run++) {
        left -= 1
        if (fresh || run % freshEvery === 0) {
          await visitor.goTo(screens[random(screens.length)] ?? "/dashboard")
          await visitor.page.locator("h1").first().waitFor()
          await untilKeysAct(visitor)
          before = ""
          fresh = false
        }
        const typed = await typeOne(visitor, session, random, before)
        for (const serial of typed.revealed) asked.set(serial, (asked.get(serial) ?? 0) + 1)
        if (typed.took > longestTyping) late.push(typed.took)
        if (typed.slow === true) {
          slowRuns += 1
          for (const serial of typed.serials) slow.add(serial)
          fresh = true
          continue
        }
        let seen = await takeReveals(visitor.page)
        if (seen.length === 0) {
          // Interrupted before the page rendered anything, so nothing has waited for the dialog yet.
          await visitor.until(
            `a dialog after ${last(typed)} was typed`,
            visitor.page.locator("[role=dialog].reveal").waitFor()
          )
          seen = await takeReveals(visitor.page)
        }
        const allowed = [...typed.serials, before, ""]
        for (const { serial, code } of seen) {
          expect(allowed, `a dialog of ${serial} while ${typed.serials.join()} was typed`).toContain(serial)
          if (code === null) continue
          expect(code, `the combination shown for ${serial}`).toBe(codeOf(serial))
          expect([...typed.revealed, before], "a combination that nobody gave a reason for").toContain(serial)
        }
        // If no dialog changed, the previous one is still shown.
        expect(seen.at(-1)?.serial ?? before, `the last dialog after ${typed.serials.join()}`).toBe(last(typed))
        before = last(typed)
      }
    }
    await Promise.all(Array.from({ length: people }, (_, nth) => work(nth)))

    // A busy machine types slower than requested, but many runs must have been fast enough.
    expect(late.length, "typed too slowly").toBeLessThanOrEqual((runs * 3) / 4)
    expect(slowRuns, "second digits that came too late").toBeLessThanOrEqual(runs / 4)
    // Whatever the screens showed, every record must have been requested.
    const records = await desk.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* sql<{ serial: string; reason: string; count: number }>`
          SELECT l.serial, r.reason, count(*)::int AS count FROM reveals r JOIN locks l USING (lock_id)
          GROUP BY l.serial, r.reason`
      })
    )
    const reasons = new Set<string>(revealReasons.slice(0, 3))
    const inTime = records.filter(({ serial }) => !slow.has(serial))
    expect(inTime.filter(({ reason }) => !reasons.has(reason))).toEqual([])
    const recorded = Map.groupBy(inTime, ({ serial }) => serial)
    const tooMany = [...recorded].filter(
      ([serial, rows]) => rows.reduce((sum, { count }) => sum + count, 0) > (asked.get(serial) ?? 0)
    )
    expect(tooMany).toEqual([])
  },
  60_000 + runs * 1_000
)
