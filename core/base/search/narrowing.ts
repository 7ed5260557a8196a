import type { LockIndex } from "./LockIndex.ts"
import type { LockPlan } from "./lockTiers.ts"
import { rank } from "./tiers.ts"

/** The result of a search, reused if the next query extends it. */
interface Found {
  readonly revision: number
  readonly unitsOnly: boolean
  readonly text: string
  /** In index order. */
  readonly slots: Uint32Array
}

const lastFound = new WeakMap<LockIndex, Found>()

/**
 * The digits of a query that consists only of digits, or undefined. A lock without `40` can't contain `407` either.
 * Words differ: from their third letter on they also match scattered.
 */
const digitsOf = (plans: ReadonlyArray<LockPlan>): string | undefined => {
  const [plan, other] = plans
  return plan !== undefined && other === undefined && plan.lockID === undefined && /^\d+$/.test(plan.needle.text)
    ? plan.needle.text
    : undefined
}

/** The only slots that can match while the user keeps typing; undefined if not known. */
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

/** Remembers the result of a search without filters, if it is small enough to help. */
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
  // Always write, and overwrite if it does not match: this avoids a branch that the processor would mispredict.
  for (let at = 0; at < slots.length; at++) {
    kept[count] = slots[at]!
    count += (tiers[at]! - rank.none) >>> 31
  }
  lastFound.set(index, { revision: index.revision, unitsOnly, text, slots: kept.subarray(0, total) })
}
