import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { drawScreen } from "#cli/screens/drawScreen.ts"
import { Palette } from "#cli/screens/Palette.tsx"
import type { PaletteData } from "#cli/screens/paletteData.ts"
import { person } from "../support/person.ts"
import { drawnTerminal } from "./support/drawnTerminal.ts"
import { keys } from "./support/terminal.ts"

const lock = {
  lockID: LockId.make(7),
  serialCode: "10000007",
  facilityID: FacilityId.make(1),
  facilityName: "Maple St",
  isActive: true,
  lockStatusID: 1,
  statusName: "Active",
  secondaryLockStatus: LockStatus.id.AssignedOverlock,
  secondaryStatusName: "Assigned Overlock",
  unitNumber: "B-114",
  color: -256,
  viewCount: 1,
  updatedBy: "Mia",
  updatedOn: "2026-01-01T00:00:00.000Z",
  unlockCode: null
} as const

/** The palette with a server whose responses the test times. */
const openPalette = () => {
  const at = drawnTerminal()
  const shown = Promise.withResolvers<typeof lock>()
  const user = Promise.withResolvers<ReturnType<typeof person>>()
  const revealed: Array<string> = []
  const data: PaletteData = {
    specs: [],
    host: "http://127.0.0.1",
    user: () => user.promise,
    signIn: () => Promise.reject(new Error("nobody signs in here")),
    findLocks: () => Promise.resolve([lock]),
    showLock: () => shown.promise,
    lockWithSerial: () => shown.promise,
    reveal: (serialCode, reason) => {
      revealed.push(`${serialCode} ${reason}`)
      return Promise.resolve({ ...lock, unlockCode: "2046", auditSeq: 12 })
    },
    facilities: () => Promise.resolve([]),
    namesFor: () => Promise.resolve([]),
    run: () => Promise.reject(new Error("nothing runs here")),
    recents: () => ({ uses: [], locks: [] }),
    remember: () => ({ uses: [], locks: [] }),
    now: () => 0
  }
  const leaving = new AbortController()
  const ended = drawScreen<"left">(
    at.streams,
    async () =>
      ({ end }) => <Palette data={data} onLeave={() => end("left")} />,
    leaving.signal
  )
  return {
    ...at,
    revealed,
    signIn: () => user.resolve(person(Role.id.Admin)),
    answer: () => shown.resolve(lock),
    fail: (cause: Error) => shown.reject(cause),
    leave: async () => {
      leaving.abort()
      await ended
    }
  }
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const microtasks = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

const some = (count: number) => Array.from({ length: count }, (_, index) => index)

/** When a key arrives relative to the response that changes the page: after this many event loop turns, then microtasks. */
const moments = [
  ...some(6).flatMap((before) => some(2).map((micro) => ({ before, after: 0, micro }))),
  ...some(6).flatMap((after) => some(4).map((micro) => ({ before: 0, after, micro: micro * 3 })))
]

const searching = "a command, a serial code, a unit"
const waiting = "Lock 1000 0007 ..."
const reasons = "1 to 5 to choose"

describe("type-ahead", () => {
  it("reaches the intended page, whenever the response arrives", async () => {
    for (const { before, after, micro } of moments) {
      const run = openPalette()
      run.signIn()
      await run.shows(searching)
      run.type(`${lock.serialCode}${keys.enter}`)
      await run.shows(waiting)
      if (before > 0) {
        run.type("2")
        await turns(before)
        await microtasks(micro)
        run.answer()
      } else {
        run.answer()
        await turns(after)
        await microtasks(micro)
        run.type("2")
      }
      await Promise.race([run.shows("▸ 2"), run.shows(`› ${lock.serialCode}2`)])
      run.type(keys.enter)
      await run.shows("Hides in")
      expect(run.revealed, JSON.stringify({ before, after, micro })).toEqual(["10000007 Tenant requested code"])
      await run.leave()
    }
  })

  it("goes to the search if it was typed before the search was shown", async () => {
    const run = openPalette()
    await run.shows("Asking http://127.0.0.1")
    run.type(`${lock.serialCode}${keys.enter}1`)
    run.signIn()
    await run.shows(waiting)
    run.answer()
    await run.shows("Hides in")
    expect(run.revealed).toEqual(["10000007 Remove Overlock"])
    // The digits of the next serial code mask it and start the search.
    await run.shows("Hides in 29 s")
    run.type("20")
    await run.shows("› 20")
    await run.leave()
  })

  it("can be a reason as text", async () => {
    const run = openPalette()
    run.signIn()
    run.type(`${lock.serialCode}${keys.enter}5Gate left open${keys.enter}`)
    await run.shows(waiting)
    run.answer()
    await run.shows("Hides in")
    expect(run.revealed).toEqual(["10000007 Gate left open"])
    await run.leave()
  })

  it("is sent immediately with Enter, and a bounced Enter masks nothing", async () => {
    const run = openPalette()
    run.signIn()
    run.type(`${lock.serialCode}${keys.enter}`)
    run.answer()
    await run.shows(reasons)
    run.type(`2${keys.enter}${keys.enter}`)
    await run.shows("Hides in 29 s")
    expect(run.revealed).toEqual(["10000007 Tenant requested code"])
    await run.leave()
  })

  it.each(["", "2", "5", "5Gate left open "])(
    "is the next serial code if eight digits follow '%s', and reveals nothing",
    async (before) => {
      const run = openPalette()
      run.signIn()
      run.type(`${lock.serialCode}${keys.enter}`)
      run.answer()
      await run.shows(reasons)
      run.type(before)
      if (before !== "") await run.shows(before.length > 1 ? "Reason: Gate left open" : `▸ ${before} `)
      run.type("47355143")
      await run.shows(`› ${before.length === 1 ? before : ""}47355143`)
      expect(run.revealed).toEqual([])
      await run.leave()
    }
  )

  it("is the complete next serial code while a combination is loading and when it has just appeared", async () => {
    const run = openPalette()
    run.signIn()
    run.type(`${lock.serialCode}${keys.enter}`)
    run.answer()
    await run.shows(reasons)
    run.type(`2${keys.enter}47355143`)
    await run.shows("› 47355143")
    expect(run.screen.text).not.toContain("█")
    await run.leave()
  })

  it("is dropped with the wait that Esc cancels", async () => {
    const run = openPalette()
    run.signIn()
    run.type(`${lock.serialCode}${keys.enter}2`)
    await run.shows(waiting)
    run.type(keys.escape)
    await run.shows(`› ${lock.serialCode}`)
    run.answer()
    run.type(keys.backspace)
    await run.shows(`› ${lock.serialCode.slice(0, 7)}`)
    expect(run.screen.text).not.toContain(`${lock.serialCode}2`)
    expect(run.revealed).toEqual([])
    await run.leave()
  })

  it("does not dismiss an error before it is read", async () => {
    const run = openPalette()
    run.signIn()
    run.type(`${lock.serialCode}${keys.enter}2${keys.enter}`)
    await run.shows(waiting)
    run.fail(new Error("The line is down"))
    await run.shows("The line is down")
    await turns(30)
    expect(run.screen.text).toContain("The line is down")
    run.type(keys.enter)
    await run.shows(`› ${lock.serialCode}`)
    await run.leave()
  })

  it("can be an arrow that arrives in two chunks, or Esc alone", async () => {
    const run = openPalette()
    run.signIn()
    run.type("a")
    await run.shows("› a")
    run.type("\u001b")
    run.type("[D1")
    await run.shows("› a1")
    run.type(keys.escape)
    await run.shows(searching)
    await run.leave()
  })
})
