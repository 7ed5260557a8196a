import { bearsUnit } from "#core/locks/lockRules.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Actor, DemoRun, LockPlace } from "./DemoRun.ts"
import type { Random } from "#core/base/Random.ts"

/** A change in a lock's log, with the status from then on. */
export interface DemoChange {
  readonly at: Date
  readonly by: Actor
  readonly text: string
  readonly status: LockStatusId
}

/** All changes of a lock in time order; the first one is how it came to its place. */
export interface DemoHistory {
  readonly changes: readonly [DemoChange, ...ReadonlyArray<DemoChange>]
  /** 1, plus one for each time the combination was changed. */
  readonly codeVersion: number
}

/** The state in which the history must end. */
export interface HistoryEnd {
  readonly status: LockStatusId
  /** The lock's unit, now or whenever its status had one. */
  readonly unit: string
  readonly isActive: boolean
}

const dayMillis = 24 * 60 * 60 * 1000
const oldestDays = 720
/** 13:00 to 23:00 UTC, the working hours of the demonstration's towns. */
const workFrom = 13
const workHours = 10

/** A number of instants within working hours between two instants, in order. */
export const workMoments = (random: Random, from: Date, to: Date, count: number): ReadonlyArray<Date> =>
  Array.from({ length: count }, () => {
    const at = from.getTime() + random.next() * (to.getTime() - from.getTime())
    const work =
      Math.floor(at / dayMillis) * dayMillis + Math.floor((workFrom + workHours * random.next()) * 60 * 60 * 1000)
    return Math.min(Math.max(work, from.getTime()), to.getTime())
  })
    .sort((a, b) => a - b)
    .map((millis) => new Date(millis))

const s = LockStatus.id

/** The statuses from Available to the last one; without it if the lock is always Available. */
const pathTo = (random: Random, last: LockStatusId): ReadonlyArray<LockStatusId> => {
  switch (last) {
    case s.Available:
      return random.chance(0.6) ? [] : [s.AssignedOverlock, s.ReturnedToDropbox, s.Available]
    case s.ReturnedToDropbox:
      return [random.chance(0.5) ? s.AssignedOverlock : s.TenantUsingLock, s.ReturnedToDropbox]
    case s.TenantUsingLock:
      return random.chance(0.5) ? [s.TenantUsingLock] : [s.AssignedOverlock, s.TenantUsingLock]
    case s.AssignedAuction:
      return [s.AssignedOverlock, s.AssignedAuction]
    default:
      return [last]
  }
}

/** The history of one lock that ends as in `end`, with the names of the users. */
export const demoHistory = (random: Random, run: DemoRun, place: LockPlace, end: HistoryEnd): DemoHistory => {
  const stored = place.facility === null
  const path = stored ? (end.status === s.Available ? [] : [end.status]) : pathTo(random, end.status)
  const newCode = random.chance(0.02)
  const steps: Array<{ readonly what: string; readonly status: LockStatusId }> = [
    { what: stored ? "Received into the inventory" : `Activated at ${place.facility.name}`, status: s.Available }
  ]
  let status: LockStatusId = s.Available
  for (const next of path) {
    const unit = bearsUnit(next) ? ` in unit ${end.unit}` : ""
    steps.push({
      what: `Status changed from ${LockStatus.label(status)} to ${LockStatus.label(next)}${unit}`,
      status: next
    })
    status = next
  }
  if (newCode) steps.push({ what: "Combination changed", status })
  if (!end.isActive) steps.push({ what: "Deactivated", status })
  const oldest = new Date(run.now.getTime() - oldestDays * dayMillis)
  const moments = workMoments(random, oldest, run.now, steps.length)
  const [first, ...later] = steps.map(({ what, status: after }, step) => {
    const by = random.pick(place.keepers)
    return { at: moments[step] ?? run.now, by, text: `${what} by ${by.name}`, status: after }
  })
  if (first === undefined) throw new RangeError("a history has at least one step")
  return { changes: [first, ...later], codeVersion: newCode ? 2 : 1 }
}
