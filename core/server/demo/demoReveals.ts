import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import type { Actor, DemoRun, LockPlace } from "./DemoRun.ts"
import { type DemoHistory, workMoments } from "./demoHistory.ts"
import type { Random } from "#core/base/Random.ts"

/** A reveal request. */
export interface DemoReveal {
  readonly at: Date
  readonly by: Actor
  readonly reason: string
  readonly approved: boolean
  /** The lock's status at that time. */
  readonly status: LockStatusId
}

/** How many days back reveals go. */
export const revealDays = 90
const mostReveals = 4

const [removeOverlock, tenantAsked, closedByAccident, wrongUnit, other] = revealReasons
/** Free-text reasons. */
const freeText = [
  "Tenant is at the gate and lost the text message",
  "Fire inspection of the building",
  "Insurance adjuster needs to see the unit",
  "Auction canceled, tenant paid in full",
  "Testing the lock before it is assigned",
  "Pest control treatment",
  "Water leak in the unit above",
  "Estate representative with court papers"
]

const s = LockStatus.id
const reasonFor = (random: Random, status: LockStatusId): string =>
  random.weighted<() => string>([
    [() => removeOverlock, status === s.AssignedOverlock || status === s.AssignedAuction ? 50 : 5],
    [() => tenantAsked, status === s.TenantUsingLock ? 60 : 25],
    [() => closedByAccident, 12],
    [() => wrongUnit, status === s.AssignedVacant ? 25 : 8],
    [() => random.pick(freeText), 12]
  ])()

/** A refused request: by a user without the right, or without a reason. */
const refusedRequest = (random: Random, place: LockPlace, status: LockStatusId): Pick<DemoReveal, "by" | "reason"> =>
  place.refused.length > 0 && random.chance(0.7)
    ? { by: random.pick(place.refused), reason: reasonFor(random, status) }
    : { by: random.pick(place.askers), reason: random.pick([other, "N/A", ""]) }

/** The reveal requests for one lock in the last 90 days, in time order. */
export const demoReveals = (
  random: Random,
  run: DemoRun,
  place: LockPlace,
  { changes }: DemoHistory
): ReadonlyArray<DemoReveal> => {
  let count = 0
  while (count < mostReveals && random.chance(run.revealChance)) count++
  if (count === 0) return []
  const start = new Date(run.now.getTime() - revealDays * 24 * 60 * 60 * 1000)
  const from = changes[0].at > start ? changes[0].at : start
  return workMoments(random, from, run.now, count).map((at) => {
    const status = changes.findLast((change) => change.at <= at)?.status ?? s.Available
    const refused = random.chance(place.company.hideLockCodes ? 0.05 : 1)
    return refused
      ? { at, approved: false, status, ...refusedRequest(random, place, status) }
      : { at, approved: true, status, by: random.pick(place.askers), reason: reasonFor(random, status) }
  })
}
