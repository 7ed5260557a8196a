import { Schema } from "effect"
import { FacilityId, LockId, UserId } from "#core/base/ids.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { type LockReturn, returnStatuses } from "#core/returns/LockReturn.ts"

/** Statuses a returned lock can get. */
export type ReturnStatus = LockReturn["updateSecondaryLockStatusTo"]

/** One of the four buttons of a row: its label (001 §2) and the command with its key. */
export interface ReturnChoice {
  readonly status: ReturnStatus
  readonly word: string
  readonly command: CommandId
}

const { Available, Lost, TenantUsingLock, Damaged } = LockStatus.id

/** The four buttons, in key order. */
export const returnChoices = [
  { status: Available, word: "Available", command: "returns.markAvailable" },
  { status: Lost, word: "Lost", command: "returns.markLost" },
  { status: TenantUsingLock, word: "Tenant Using", command: "returns.markTenantUsing" },
  { status: Damaged, word: "Damaged", command: "returns.markDamaged" }
] as const satisfies ReadonlyArray<ReturnChoice>

/** The user's decision for a lock. */
export interface Mark {
  readonly status: ReturnStatus
  /** The lock's `updatedOn` when it was marked; null if unknown, as after a reload. */
  readonly seen: string | null
}

/** Marks of one facility by lockID. */
export type Marks = ReadonlyMap<LockId, Mark>

export const noMarks: Marks = new Map()

/** A lock to mark, and when it was last changed. */
export interface Marked {
  readonly lockID: LockId
  readonly updatedOn: string | null
}

/**
 * Marks after a status was pressed for some locks. If all of them have it already, it is removed; otherwise all of
 * them get it.
 */
export const pressed = (marks: Marks, locks: ReadonlyArray<Marked>, status: ReturnStatus): Marks => {
  const next = new Map(marks)
  if (locks.every(({ lockID }) => marks.get(lockID)?.status === status)) {
    for (const { lockID } of locks) next.delete(lockID)
  } else {
    for (const { lockID, updatedOn } of locks) next.set(lockID, { status, seen: updatedOn })
  }
  return next
}

/** Marks without those of some locks. */
export const without = (marks: Marks, lockIDs: ReadonlySet<LockId>): Marks =>
  new Map([...marks].filter(([lockID]) => !lockIDs.has(lockID)))

/** Fills in `seen` of marks that lack it, once the lock is known. */
export const settled = (marks: Marks, updatedOn: (lockID: LockId) => string | null): Marks => {
  const unknown = [...marks].filter(([lockID, { seen }]) => seen === null && updatedOn(lockID) !== null)
  if (unknown.length === 0) return marks
  return new Map([
    ...marks,
    ...unknown.map(([lockID, mark]) => [lockID, { ...mark, seen: updatedOn(lockID) }] as const)
  ])
}

/** What is kept until the tab closes: IDs and statuses only. A facility without marks isn't in it. */
export interface Draft {
  readonly marks: ReadonlyMap<FacilityId, Marks>
  readonly recipient: UserId | null
}

export const emptyDraft: Draft = { marks: new Map(), recipient: null }

/** Marks of a facility. */
export const marksOf = ({ marks }: Draft, facilityID: FacilityId): Marks => marks.get(facilityID) ?? noMarks

/** The draft with other marks for a facility. */
export const withMarks = (draft: Draft, facilityID: FacilityId, marks: Marks): Draft => {
  const others = [...draft.marks].filter(([id]) => id !== facilityID)
  return { ...draft, marks: new Map(marks.size === 0 ? others : [...others, [facilityID, marks]]) }
}

const isFacilityId = Schema.is(FacilityId)
const isLockId = Schema.is(LockId)
const isUserId = Schema.is(UserId)
const isStatus = (value: unknown): value is ReturnStatus => returnStatuses.some((status) => status === value)

/** Serializes a draft. */
export const draftText = ({ marks, recipient }: Draft): string =>
  JSON.stringify({
    recipient,
    marks: [...marks].map(([facilityID, of]) => [facilityID, [...of].map(([lockID, { status }]) => [lockID, status])])
  })

const pairs = (value: unknown): ReadonlyArray<readonly [unknown, unknown]> =>
  Array.isArray(value) ? value.filter((each) => Array.isArray(each) && each.length === 2) : []

/** Parses a stored draft. Invalid parts are dropped. */
export const readDraft = (text: string | null): Draft => {
  if (text === null) return emptyDraft
  try {
    const { recipient, marks } = Object(JSON.parse(text)) as { recipient?: unknown; marks?: unknown }
    const read = pairs(marks).flatMap(([facilityID, of]) =>
      isFacilityId(facilityID)
        ? [
            [
              facilityID,
              new Map(
                pairs(of).flatMap(([lockID, status]) =>
                  isLockId(lockID) && isStatus(status) ? [[lockID, { status, seen: null }] as const] : []
                )
              )
            ] as const
          ]
        : []
    )
    return { recipient: isUserId(recipient) ? recipient : null, marks: new Map(read) }
  } catch (error) {
    // Text stored by another version or edited by hand must not prevent loading.
    if (error instanceof SyntaxError) return emptyDraft
    throw error
  }
}
