import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { accessOf } from "#core/commands/endpoints.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandId } from "#core/commands/registry.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { type AnyGiven, CommandCenter, type SelectedLocks } from "#web/app/CommandCenter.ts"
import { learnCommands } from "#web/app/commandBook.ts"
import { session } from "#web/app/Session.ts"
import { person } from "../../support/person.ts"

// A browser whose storage keeps nothing; there is none in Node.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal("localStorage", storage)
  vi.stubGlobal("sessionStorage", storage)
})
afterAll(() => vi.unstubAllGlobals())

const lockIn = (lockID: LockId, secondaryLockStatus: Lock["secondaryLockStatus"]): Lock => ({
  lockID,
  serialCode: String(40_000_000 + lockID),
  facilityID: FacilityId.make(3),
  facilityName: "Maple Street",
  isActive: true,
  ...(secondaryLockStatus === undefined ? {} : { secondaryLockStatus }),
  unitNumber: null,
  color: 0,
  viewCount: 0
})
const closed = lockIn(LockId.make(1), LockStatus.id.TenantUsingLock)
const open = lockIn(LockId.make(2), LockStatus.id.Available)

/** What runs when a person performs a command on a screen with this selection, or why it was refused. */
const performed = (id: CommandId, given: AnyGiven, lock: Lock | null, several: ReadonlyArray<Lock> = []): unknown => {
  const center = new CommandCenter()
  const selected: SelectedLocks = { count: several.length, hidden: 0, locks: () => several }
  center.add({ scope: "lists", handlers: {}, lock: () => lock, selected: () => selected })
  const run: Array<unknown> = []
  center.fallback = (_, ran) => run.push(ran)
  center.onSeveral = (_, { count }) => run.push(count)
  center.onRefused = (_, { words }) => run.push(words.error)
  center.perform(id, given)
  return run[0]
}

beforeAll(() => learnCommands(commandHeads, accessOf))
afterEach(() => session.leave())

describe("a lock named in the input", () => {
  it.each([{ lockID: open.lockID }, { serialCode: open.serialCode }])(
    "runs the command whatever lock is selected: %o",
    (input) => {
      const denied = expect.stringMatching(/^Insufficient Permissions/)
      // Where combinations are shown, this role may not open locks that tenants use.
      session.know(person(Role.id.RestrictedPersonnel, { hideLockCodesFlag: false }))
      expect(performed("locks.show", {}, closed)).toEqual(denied)
      expect(performed("locks.show", { lock: open }, closed)).toEqual({ lock: open })
      expect(performed("locks.show", { input }, closed)).toEqual({ input })
      expect(performed("locks.show", { lock: closed, input }, open)).toEqual(denied)
    }
  )

  it("runs the command on it alone while several are selected", () => {
    session.know(person(Role.id.Admin))
    const input = { serialCode: open.serialCode }
    expect(performed("locks.show", {}, null, [open, closed])).toMatch(/^This works on one lock at a time/)
    expect(performed("locks.show", { input }, null, [open, closed])).toEqual({ input })
    expect(performed("locks.setColor", {}, null, [open, closed])).toBe(2)
    expect(performed("locks.setColor", { input: { lockID: 2 } }, null, [open, closed])).toEqual({
      input: { lockID: 2 }
    })
  })
})
