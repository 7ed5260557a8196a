import { idIn, LockId } from "#core/base/ids.ts"
import type { LockColumns } from "./LockColumns.ts"
import type { LockIndex } from "./LockIndex.ts"
import { type Needle, needleOf, rangesOf, spokenRangesOf } from "./needle.ts"
import type { FieldMatch } from "./SearchRow.ts"
import type { Term } from "./searchQuery.ts"
import { type SerialDigits, serialDigits } from "./serialDigits.ts"
import { rank } from "./tiers.ts"

/** A term prepared for searching locks: the tier of every distinct text, and the part of a serial it may be. */
export interface LockPlan {
  readonly needle: Needle
  /** Null for an id that no lock can have. */
  readonly lockID: LockId | null | undefined
  readonly serial: SerialDigits | undefined
  readonly unit: Uint8Array | undefined
  readonly facility: Uint8Array | undefined
  readonly status: Uint8Array | undefined
}

const nowhere = { lockID: undefined, serial: undefined, unit: undefined, facility: undefined, status: undefined }

/**
 * The fields a term can match: an id the lockID, a serial the whole serial, a unit the unit, anything else part of any
 * displayed text.
 */
export const lockPlan = (columns: LockColumns, term: Term, unitsOnly: boolean): LockPlan => {
  const needle = needleOf(term)
  if (term.kind === "id") return { ...nowhere, needle, lockID: idIn(LockId, term.text) }
  if (unitsOnly || term.kind === "unit") return { ...nowhere, needle, unit: columns.units.tiersFor(needle) }
  if (term.kind === "serial") return { ...nowhere, needle, serial: serialDigits(term.text) }
  return {
    needle,
    lockID: undefined,
    serial: serialDigits(needle.text),
    unit: columns.units.tiersFor(needle),
    facility: columns.facilities.tiersFor(needle),
    status: columns.statuses.tiersFor(needle)
  }
}

/** Whether any text matches the term; plans without text matches can skip the texts. */
export const standsInText = ({ unit, facility, status }: LockPlan): boolean =>
  (unit ?? facility ?? status) !== undefined

/** Some or all slots of an index, in index order: by serial, then lockID. */
export interface Stretch {
  readonly index: LockIndex
  readonly slots: Uint32Array
}

/** The lower bound: the first position whose slot is not before the target. `order(slot)` is negative for slots before it. */
const lowerBound = (slots: Uint32Array, order: (slot: number) => number): number => {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (order(slots[middle]!) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The position of a slot in a stretch, or -1. */
export const placeIn = ({ index: { columns }, slots }: Stretch, slot: number): number => {
  const serial = columns.serial(slot)
  const lockID = columns.lockID[slot]!
  const place = lowerBound(slots, (other) => columns.serial(other) - serial || columns.lockID[other]! - lockID)
  return slots[place] === slot ? place : -1
}

const passText = (tiers: Uint8Array, slots: Uint32Array, column: Uint32Array, byText: Uint8Array): void => {
  for (let at = 0; at < tiers.length; at++) {
    const gap = byText[column[slots[at]!]!]! - tiers[at]!
    tiers[at]! += gap & (gap >> 31)
  }
}

/**
 * Matches digits in serials, units and facilities in a single loop, which dominates the time per keystroke at a million
 * locks. Three loops would each read and write every tier, and took two and a half times as long.
 */
const passDigits = (tiers: Uint8Array, { index, slots }: Stretch, plan: LockPlan, digits: SerialDigits): void => {
  const { columns } = index
  const { head: heads, tail: tails, unit: units, facility: facilities } = columns
  const unit = plan.unit ?? index.noMatches(columns.units.size)
  const facility = plan.facility ?? index.noMatches(columns.facilities.size)
  const { head, tail } = digits
  const gained = rank.none - rank.contiguous
  for (let at = 0; at < tiers.length; at++) {
    const slot = slots[at]!
    let tier = unit[units[slot]!]!
    let gap = facility[facilities[slot]!]! - tier
    tier += gap & (gap >> 31)
    const shared = head[heads[slot]!]! & tail[tails[slot]!]!
    gap = rank.none - (gained & (-shared >> 31)) - tier
    tiers[at] = tier + (gap & (gap >> 31))
  }
}

/** Marks serials that start with the digits or are equal to them. */
const raiseBeginnings = (tiers: Uint8Array, { index: { columns }, slots }: Stretch, digits: SerialDigits): void => {
  const tier = digits.whole ? rank.exact : rank.prefix
  const last = lowerBound(slots, (slot) => columns.serial(slot) - digits.high - 1)
  for (let at = lowerBound(slots, (slot) => columns.serial(slot) - digits.low); at < last; at++) {
    if (tiers[at]! > tier) tiers[at] = tier
  }
}

/** The best tier of a term over all fields of each lock, in work table `which` of the index. */
export const tiersOf = (stretch: Stretch, plan: LockPlan, which: 0 | 1): Uint8Array => {
  const { index, slots } = stretch
  const { columns } = index
  const tiers = index.workTable(which, slots.length, rank.none)
  if (plan.lockID !== undefined) {
    return slots.every((slot) => columns.lockID[slot] === plan.lockID) ? tiers.fill(rank.exact) : tiers
  }
  if (plan.serial !== undefined) {
    passDigits(tiers, stretch, plan, plan.serial)
  } else {
    if (plan.unit !== undefined) passText(tiers, slots, columns.unit, plan.unit)
    if (plan.facility !== undefined) passText(tiers, slots, columns.facility, plan.facility)
  }
  if (plan.status !== undefined) passText(tiers, slots, columns.status, plan.status)
  if (plan.serial !== undefined) raiseBeginnings(tiers, stretch, plan.serial)
  return tiers
}

const serialTier = ({ head, tail, low, high, whole }: SerialDigits, columns: LockColumns, slot: number): number => {
  if ((head[columns.head[slot]!]! & tail[columns.tail[slot]!]!) === 0) return rank.none
  const serial = columns.serial(slot)
  return whole ? rank.exact : serial >= low && serial <= high ? rank.prefix : rank.contiguous
}

/** The matches of a term in one lock: in the field with the best tier, or the first of several. */
export const lockMatches = (columns: LockColumns, plan: LockPlan, slot: number): ReadonlyArray<FieldMatch> => {
  const { serial } = plan
  const [unit, facility, status] = [columns.unit[slot]!, columns.facility[slot]!, columns.status[slot]!]
  const inSerial = serial === undefined ? rank.none : serialTier(serial, columns, slot)
  const fields = [
    { field: "serial", tier: inSerial, text: columns.serialText(slot) },
    { field: "unit", tier: plan.unit?.[unit] ?? rank.none, text: columns.units.text(unit) },
    { field: "facility", tier: plan.facility?.[facility] ?? rank.none, text: columns.facilities.text(facility) },
    { field: "status", tier: plan.status?.[status] ?? rank.none, text: columns.statuses.text(status) }
  ] as const
  const best = fields.reduce((first, next) => (next.tier < first.tier ? next : first))
  if (best.tier === rank.none) return []
  const written = rangesOf(plan.needle, best.text, best.tier)
  const ranges =
    written.length === 0 && best.field === "unit" ? spokenRangesOf(plan.needle, best.text, best.tier) : written
  return ranges.map((range) => ({ field: best.field, ...range }))
}
