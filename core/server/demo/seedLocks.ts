import { Effect } from "effect"
import type { LockId, UserId } from "#core/base/ids.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import { type DemoLock, demoLock } from "./demoLocks.ts"
import type { DemoRun, LockPlace } from "./DemoRun.ts"
import { insertLocks } from "./insertLocks.ts"
import { insertRegistry } from "./insertRegistry.ts"
import type { RevealRow } from "./insertReveals.ts"

/** Locks per statement: some hundred bytes each, far below the limit of 16 MiB per message. */
const locksAtOnce = 4000

/** The number of locks at a place. */
export interface LocksAt {
  readonly place: LockPlace
  readonly locks: number
}

/** Everything to record after all locks are inserted, unordered. */
export interface SeededLocks {
  readonly locks: number
  readonly logs: number
  readonly reveals: ReadonlyArray<RevealRow>
  /** The activations of the last days. */
  readonly activations: ReadonlyArray<AuditEntry>
}

/** All locks, one by one, in the order of the places. */
function* demoLocks(run: DemoRun, places: ReadonlyArray<LocksAt>) {
  let index = 0
  for (const { place, locks } of places) {
    for (let nth = 0; nth < locks; nth++) yield demoLock(run, place, index++, nth)
  }
}

const revealRows = ({ place, serial, reveals }: DemoLock, lockID: LockId): ReadonlyArray<RevealRow> =>
  reveals.map(({ at, by, reason, approved, status }) => ({
    companyID: place.companyID,
    facilityID: place.facility?.facilityID ?? null,
    lockID,
    serial,
    by,
    reason,
    status,
    approved,
    at
  }))

/** The audit record of a recent activation. */
const activation = ({ place, serial, logs }: DemoLock, lockID: LockId, since: Date): ReadonlyArray<AuditEntry> => {
  const [first] = logs
  if (place.facility === null || first === undefined || first.at < since) return []
  const {
    companyID,
    facility: { facilityID }
  } = place
  const detail = { lockID, facilityID }
  return [
    { companyID, at: first.at.toISOString(), userID: first.userID, action: "locks.activate", subject: serial, detail }
  ]
}

/**
 * Inserts all locks into the database and the registry in batches, so that a million need no more memory than a few thousand,
 * apart from the records written later.
 */
export const seedLocks = Effect.fnUntraced(function* (
  run: DemoRun,
  places: ReadonlyArray<LocksAt>,
  shipped: { readonly by: UserId; readonly at: Date }
) {
  const reveals: Array<RevealRow> = []
  const activations: Array<AuditEntry> = []
  const counts = { locks: 0, logs: 0 }
  const put = Effect.fnUntraced(function* (piece: ReadonlyArray<DemoLock>) {
    const stock = piece.map(({ serial, shippedWith }) => ({ serial, combination: shippedWith }))
    yield* insertRegistry(stock, shipped.by, shipped.at)
    const { ids, logs } = yield* insertLocks(piece)
    counts.locks += ids.length
    counts.logs += logs
    piece.forEach((lock, nth) => {
      const lockID = ids[nth]!
      reveals.push(...revealRows(lock, lockID))
      activations.push(...activation(lock, lockID, run.auditedSince))
    })
  })
  let piece: Array<DemoLock> = []
  for (const lock of demoLocks(run, places)) {
    piece.push(lock)
    if (piece.length < locksAtOnce) continue
    yield* put(piece)
    piece = []
  }
  if (piece.length > 0) yield* put(piece)
  return { ...counts, reveals, activations } satisfies SeededLocks
})
