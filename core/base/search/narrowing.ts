import type { LockIndex } from "./LockIndex.ts"
import type { LockPlan } from "./lockTiers.ts"
import { rank } from "./tiers.ts"

/** What a search found, for the next one that asks for more of the same. */
interface Found {
  readonly revision: number
  readonly unitsOnly: boolean
  readonly text: string
  /** In the order of the index. */
  readonly slots: Uint32Array
}

const lastFound = new WeakMap<LockIndex, Found>()

/**
 * The digits of a query that is nothing but digits, or undefined. Where more digits stand, the fewer stand as well: what
 * has not `40` in it has not `407` either. Words are not like that: from their third letter on they match scattered.
 */
const digitsOf = (plans: ReadonlyArray<LockPlan>): string | undefined => {
  const [plan, other] = plans
  return plan !== undefined && other === undefined && plan.lockID === undefined && /^\d+$/.test(plan.needle.text)
    ? plan.needle.text
    : undefined
}

/** The slots among which alone a match can be, while somebody types on; undefined when that is not known. */
export const narrowedSlots = (
  index: LockIndex,
  plans: ReadonlyArray<LockPlan>,
  unitsOnly: boolean
): Uint32Array | undefined => {
  const digits = digitsOf(plans)
  const found = lastFound.get(index)
  if (digits === undefined || found === undefined || found.revision !== index.revision) return undefined
  return found.unitsOnly === unitsOnly && digits.startsWith(found.text) ? found.slots : undefined
}

/** Keeps what a search without filters found, where it is few enough to be worth it. */
export const rememberFound = (
  index: LockIndex,
  plans: ReadonlyArray<LockPlan>,
  unitsOnly: boolean,
  { slots, tiers, total }: { readonly slots: Uint32Array; readonly tiers: Uint8Array; readonly total: number }
): void => {
  const text = digitsOf(plans)
  if (text === undefined || total * 2 > index.size) return
  const kept = new Uint32Array(total + 1)
  let count = 0
  // Each is written, and what does not match is written over: no branch that the processor would have to guess.
  for (let at = 0; at < slots.length; at++) {
    kept[count] = slots[at]!
    count += (tiers[at]! - rank.none) >>> 31
  }
  lastFound.set(index, { revision: index.revision, unitsOnly, text, slots: kept.subarray(0, total) })
}
