import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { LockId } from "#core/base/ids.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { isWhole, locksComing } from "#web/sync/arriving.ts"
import { LockList } from "#web/sync/LockList.ts"
import type { LockListDeps } from "#web/sync/LockListState.ts"
import { eventually } from "./eventually.ts"
import { memoryKeeper } from "./memoryKeeper.ts"
import { acmeLocks, startSyncServer, type SyncServer } from "./syncServer.ts"

const admin = Role.id.Admin
const minute = 60_000
const away = () =>
  Promise.reject(
    new CallFailure({ problem: null, offline: true, cancelled: false, words: { error: "Away.", next: "" } })
  )

describe("a tab's synced list", () => {
  let server: SyncServer
  beforeAll(async () => {
    server = await startSyncServer()
  })
  afterAll(() => server.close())

  const started = async (deps: LockListDeps): Promise<LockList> => {
    const list = new LockList()
    await list.start(deps)
    return list
  }
  const counted = (deps: LockListDeps) => {
    const queries: Array<Parameters<LockListDeps["ask"]>[0]> = []
    /** The start of each request for the whole list, and the locks per received piece. */
    const wholes: Array<string | undefined> = []
    const pieces: Array<number> = []
    return {
      queries,
      wholes,
      pieces,
      ...deps,
      askWhole: (after: string | undefined, take: Parameters<LockListDeps["askWhole"]>[1], signal: AbortSignal) => {
        wholes.push(after)
        return deps.askWhole(
          after,
          (piece) => {
            pieces.push(piece.head.count)
            return take(piece)
          },
          signal
        )
      },
      ask: (query: Parameters<LockListDeps["ask"]>[0], signal: AbortSignal) => {
        queries.push(query)
        return deps.ask(query, signal)
      }
    }
  }
  /** The whole list, calling `before` for each piece after the first. */
  const withPieces = (deps: LockListDeps, before: (nth: number) => Promise<unknown>): LockListDeps => {
    let nth = 0
    return {
      ...deps,
      askWhole: (after, take, signal) =>
        deps.askWhole(
          after,
          async (piece) => {
            if (nth++ > 0) await before(nth)
            await take(piece)
          },
          signal
        )
    }
  }
  /** A connection that breaks before the fourth piece. */
  const brokenOff = (deps: LockListDeps): LockListDeps => {
    let nth = 0
    return {
      ...deps,
      askWhole: (after, take, signal) =>
        new Promise((resolve, reject) => {
          deps
            .askWhole(
              after,
              async (piece) => {
                if (++nth <= 3) return take(piece)
                away().catch(reject)
                await new Promise(() => undefined)
              },
              signal
            )
            .then(resolve, reject)
        })
    }
  }
  const found = (list: LockList, text: string) =>
    search(prepare({ entries: [], locks: list.index }), parse(text), { limit: 50 }).rows.map(({ id }) => id)

  it("loads every active lock in pieces, and finds them by ID, serial code and words", async () => {
    const deps = counted(await server.depsOf("acme", admin))
    const list = await started(deps)
    expect(list.state()).toMatchObject({ phase: "stale", size: acmeLocks - 1, failure: null })
    expect(deps.wholes).toEqual([undefined])
    expect(deps.pieces).toEqual([5, 5, 5, 5, 2])
    const lock = list.bySerial("10000001")
    expect(lock).toEqual(
      (
        await server.call(await server.enter("acme", admin), (api) => api.locks.sync({ query: { count: 100 } }))
      ).data.find(({ serialCode }) => serialCode === "10000001")
    )
    expect(list.lockOf(LockId.make(lock?.lockID ?? 0))).toEqual(lock)
    expect(list.bySerial("10000022")).toBeUndefined()
    expect(list.bySerial("20000000")).toBeUndefined()
    expect(found(list, "a-1 maple")).toContain(lock?.lockID)
    expect(found(list, "is:inventory")).toHaveLength(7)
    expect(found(list, "is:inuse")).toHaveLength(11)
    expect(found(list, "is:available")).toHaveLength(11)
    expect(found(list, "is:masked")).toHaveLength(22)
    expect(JSON.stringify(lock)).not.toContain("4711")
  })

  it("shows its size while loading, and accepts locks fetched separately", async () => {
    const deps = await server.depsOf("acme", admin)
    const last = acmeLocks - 2
    const asked = (await started(deps)).bySerial(String(10_000_000 + last))
    const list = new LockList()
    expect(isWhole(list.state())).toBe(false)
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const loading = list.start(withPieces(deps, () => held))
    const take = list.beside()
    await eventually(() => list.state().size).toBe(5)
    expect(list.state()).toMatchObject({ phase: "loading", total: acmeLocks - 1, checked: false })
    expect(locksComing(list.state())).toEqual({ loaded: 5, total: acmeLocks - 1, failure: null })
    expect(list.bySerial(asked?.serialCode ?? "")).toBeUndefined()
    take(asked === undefined ? [] : [asked])
    expect(list.lockOf(LockId.make(asked?.lockID ?? 0))).toEqual(asked)
    answer()
    await loading
    expect(list.state()).toMatchObject({ phase: "stale", size: acmeLocks - 1, total: null, checked: true })
    expect(locksComing(list.state())).toBeNull()
    // Late responses of an ended session are dropped.
    await list.clear()
    take(asked === undefined ? [] : [asked])
    expect(list.state()).toMatchObject({ phase: "empty", size: 0 })
  })

  it("is current only while the hub would report changes", async () => {
    const list = await started(await server.depsOf("acme", admin))
    expect(list.state().phase).toBe("stale")
    list.live(true)
    expect(list.state().phase).toBe("current")
    list.live(false)
    expect(list.state().phase).toBe("stale")
  })

  it("requests only changes, merges them by lock ID, and drops removed locks", async () => {
    const deps = counted(await server.depsOf("acme", admin))
    const list = await started(deps)
    const [before, revision] = [list.bySerial("10000003"), list.state().revision]
    deps.queries.length = 0
    server.clock.advance(minute)
    await list.pull()
    expect(list.state().revision).toBe(revision)
    await server.change("10000003", { unit: "Z-9", status: 1004 })
    await server.change("10000004", { active: false })
    await list.pull()
    expect(deps.queries.map(({ after }) => after)).toEqual([undefined, undefined])
    expect(list.bySerial("10000003")).toMatchObject({
      lockID: before?.lockID,
      unitNumber: "Z-9",
      secondaryStatusName: "Assigned Overlock"
    })
    expect(found(list, "a-3")).toEqual([])
    expect(found(list, "z-9")).toEqual([before?.lockID])
    expect(list.bySerial("10000004")).toBeUndefined()
    expect(list.state()).toMatchObject({ size: acmeLocks - 2 })
    expect(list.state().revision).toBeGreaterThan(revision)
    await server.change("10000004", { active: true })
  })

  it("drops a lock that leaves a restricted user's facilities, and takes it back", async () => {
    const keeper = memoryKeeper()
    const deps = await server.depsOf("acme", Role.id.Personnel, { keeper })
    const list = await started(deps)
    const { size } = list.state()
    expect(list.bySerial("10000006")).toMatchObject({ facilityName: "Maple St" })
    server.clock.advance(minute)
    await server.change("10000006", { facility: "Elm Row" })
    await list.pull()
    expect(list.bySerial("10000006")).toBeUndefined()
    expect(list.state().size).toBe(size - 1)
    await list.keep()
    expect((await started(deps)).bySerial("10000006")).toBeUndefined()
    server.clock.advance(minute)
    await server.change("10000006", { facility: "Maple St" })
    await list.pull()
    expect(list.bySerial("10000006")).toMatchObject({ facilityName: "Maple St" })
  })

  it("merges concurrent pull requests into one, and those during a pull into one more", async () => {
    const deps = counted(await server.depsOf("acme", admin))
    const list = await started(deps)
    server.clock.advance(minute)
    deps.queries.length = 0
    const [first, ...later] = [list.pull(), list.pull(), list.pull(), list.pull()]
    await first
    expect(deps.queries).toHaveLength(1)
    await Promise.all(later)
    expect(deps.queries).toHaveLength(2)
    await list.pull()
    expect(deps.queries).toHaveLength(3)
  })

  it("hides the status and fields that depend on it from a vendor, but finds locks by the rest", async () => {
    const list = await started(await server.depsOf("acme", Role.id.Vendor))
    const lock = list.bySerial("10000001")
    expect(lock).toMatchObject({ unitNumber: "A-1", facilityName: "Maple St" })
    expect(Object.keys(lock ?? {})).not.toContain("secondaryLockStatus")
    expect(Object.keys(lock ?? {})).not.toContain("updatedBy")
    expect(found(list, "is:inuse")).toEqual([])
    expect(found(list, "is:inventory")).toHaveLength(7)
  })

  it("never shows one company's locks to another, even from a late response", async () => {
    const acme = await server.depsOf("acme", admin)
    const birch = await server.depsOf("birch", admin)
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const list = new LockList()
    const old = list.start(withPieces(acme, () => held))
    await eventually(() => list.state().size).toBe(5)
    const acmesIndex = list.index
    const young = list.start(birch)
    expect(list.state()).toMatchObject({ phase: "loading", size: 0 })
    expect(list.bySerial("10000001")).toBeUndefined()
    expect(list.index).not.toBe(acmesIndex)
    await young
    answer()
    await old
    expect(list.state().size).toBe(1)
    expect(list.bySerial("10000001")).toBeUndefined()
    expect(list.bySerial("20000000")).toMatchObject({ facilityName: "Oak Ave" })
    await list.clear()
    expect(list.state()).toMatchObject({ phase: "empty", size: 0, pulledAt: null })
  })

  it("starts from the stored list with its age, even while the server is offline", async () => {
    const keeper = memoryKeeper()
    const deps = await server.depsOf("acme", admin, { keeper })
    const first = await started(deps)
    await first.keep()
    expect(keeper.text()).toContain("10000001")
    // As a part of a time it may be there.
    expect(keeper.text()).not.toMatch(/(?<!\d)4711(?!\d)/)
    const pulledAt = first.state().pulledAt
    server.clock.advance(2 * minute)

    const known: Array<number> = []
    const offline = new LockList()
    offline.subscribe(() => (isWhole(offline.state()) ? known.push(offline.state().size) : undefined))
    await offline.start({ ...deps, ask: away, askWhole: away })
    // The stored list counts as whole only after all of it is read.
    expect(new Set(known)).toEqual(new Set([acmeLocks - 1]))
    expect(offline.state()).toMatchObject({
      phase: "stale",
      size: acmeLocks - 1,
      pulledAt,
      failure: { error: "Away." }
    })
    expect(offline.bySerial("10000001")).toEqual(first.bySerial("10000001"))

    await server.change("10000005", { unit: "Q-5" })
    const again = counted(deps)
    const later = await started(again)
    expect(again.queries).toHaveLength(1)
    expect(later.bySerial("10000005")?.unitNumber).toBe("Q-5")
    expect(later.state().size).toBe(acmeLocks - 1)
  })

  it("resumes an interrupted first load", async () => {
    const keeper = memoryKeeper()
    const deps = await server.depsOf("acme", admin, { keeper })
    const broken = new LockList({ resumedFrom: acmeLocks - 1 })
    await broken.start(brokenOff(deps))
    expect(broken.state()).toMatchObject({ phase: "empty", size: 15, total: acmeLocks - 1, pulledAt: null })
    expect(locksComing(broken.state())).toMatchObject({ loaded: 15, failure: { error: "Away." } })
    expect(broken.bySerial("10000001")).toBeDefined()
    await broken.keep()
    const again = counted(deps)
    const totals: Array<number | null> = []
    const list = new LockList()
    list.subscribe(() => totals.push(list.state().total))
    await list.start(again)
    // The server counts only at the start of a load, so the count is stored with the loaded locks.
    expect(totals).toContain(acmeLocks - 1)
    expect(again.wholes).toHaveLength(1)
    expect(again.wholes[0]).toBeDefined()
    expect(again.pieces).toEqual([5, 2])
    expect(list.state()).toMatchObject({ phase: "stale", size: acmeLocks - 1 })
  })

  it("stores nothing of a small list before it is whole", async () => {
    const keeper = memoryKeeper()
    const deps = await server.depsOf("acme", admin, { keeper })
    const broken = await started(brokenOff(deps))
    await broken.keep()
    expect(keeper.text()).toBe("[null,[]]")
    const whole = await started(deps)
    await whole.keep()
    expect(keeper.text()).toContain("10000001")
  })

  it("stores nothing of another user, and nothing after a sign-out", async () => {
    const keeper = memoryKeeper()
    const acme = await started(await server.depsOf("acme", admin, { keeper }))
    await acme.keep()
    const birch = await started(await server.depsOf("birch", admin, { keeper }))
    expect(birch.state().size).toBe(1)
    await birch.keep()
    expect(keeper.text()).not.toContain("10000001")
    await birch.clear()
    expect(keeper.text()).toBe("[null,[]]")
  })

  it("is cleared and not requested for users who can't see locks", async () => {
    const keeper = memoryKeeper()
    const deps = counted(await server.depsOf("acme", admin, { keeper }))
    const list = await started(deps)
    await list.keep()
    expect(list.bySerial("10000001")).toBeDefined()
    const { [String(Area.id.Locks)]: _, ...Permissions } = deps.user.Permissions
    const asked = deps.wholes.length + deps.queries.length
    await list.start({ ...deps, user: { ...deps.user, Permissions } })
    expect(list.bySerial("10000001")).toBeUndefined()
    expect(keeper.text()).toBe("[null,[]]")
    expect(list.state()).toMatchObject({ size: 0, phase: "empty", refused: true })
    expect(list.state().failure?.error).toBe("Insufficient Permissions: this needs Read on Locks.")
    await list.pull()
    await list.keep()
    expect(deps.wholes.length + deps.queries.length).toBe(asked)
    await list.start(deps)
    expect(list.bySerial("10000001")).toBeDefined()
  })

  it("reloads everything if the stored list can't be read", async () => {
    const keeper = memoryKeeper()
    const deps = await server.depsOf("acme", admin, { keeper })
    const first = await started(deps)
    await first.keep()
    keeper.damage()
    const again = counted(deps)
    const list = await started(again)
    expect(again.wholes).toEqual([undefined])
    expect(list.state()).toMatchObject({ size: acmeLocks - 1, failure: null })
  })

  it("reports a malformed response, and keeps the list", async () => {
    const deps = await server.depsOf("acme", admin)
    let wrong = false
    const list = await started({
      ...deps,
      ask: async (query, signal) => {
        const piece = await deps.ask(query, signal)
        return wrong ? { ...piece, data: [{ lockID: 1, serialCode: "not a serial" }] } : piece
      }
    })
    wrong = true
    await list.pull()
    expect(list.state()).toMatchObject({
      phase: "stale",
      size: acmeLocks - 1,
      failure: { error: "We couldn't read the server's answer." }
    })
    wrong = false
    await list.pull()
    expect(list.state().failure).toBeNull()
  })
})
