import type { UserId } from "#core/base/ids.ts"
import { LockColor, type LockColorId } from "#core/locks/lockColors.ts"
import { bearsUnit } from "#core/locks/lockRules.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { type DemoCompany, mainCompany } from "./demoCompanies.ts"
import { mainFacilityName } from "./demoFacilities.ts"
import { demoHistory } from "./demoHistory.ts"
import { demoReveals, type DemoReveal } from "./demoReveals.ts"
import type { DemoRun, LockPlace } from "./DemoRun.ts"
import { demoSerial, exampleLock } from "./demoSerials.ts"
import { Random } from "#core/base/Random.ts"

/** A line of a lock's log. */
export interface DemoLog {
  readonly at: Date
  readonly userID: UserId
  readonly text: string
}

/** A lock with its history, before it is inserted. */
export interface DemoLock {
  readonly place: LockPlace
  readonly serial: string
  readonly combination: string
  /** The combination it was shipped with. */
  readonly shippedWith: string
  readonly status: LockStatusId
  readonly unit: string | null
  readonly color: LockColorId
  readonly isActive: boolean
  /** How often its combination was set, and its row was written. */
  readonly codeVersion: number
  readonly version: number
  readonly updatedBy: UserId
  readonly updatedAt: Date
  readonly viewCount: number
  /** In time order. */
  readonly logs: ReadonlyArray<DemoLog>
  readonly reveals: ReadonlyArray<DemoReveal>
}

const s = LockStatus.id
const statuses: ReadonlyArray<readonly [LockStatusId, number]> = [
  [s.AssignedOverlock, 24],
  [s.Available, 22],
  [s.AssignedVacant, 16],
  [s.TenantUsingLock, 14],
  [s.ReturnedToDropbox, 6],
  [s.OnDropbox, 4],
  [s.AssignedAuction, 3],
  [s.AssignedOther, 3],
  [s.Lost, 3],
  [s.AssignedVendor, 2],
  [s.Damaged, 2],
  [s.Unscannable, 1]
]
/** Statuses in the inventory, and of inactive locks. */
const idleStatuses: ReadonlyArray<readonly [LockStatusId, number]> = [
  [s.Available, 90],
  [s.Damaged, 6],
  [s.Lost, 4]
]
const colors: ReadonlyArray<readonly [LockColorId, number]> = LockColor.ids.map((id) => [
  id,
  id === LockColor.id.gray ? 45 : 8
])

const unitsPerBuilding = 60

/** The nth unit of a facility (from 0), B-101 and so on, AA after Z. */
export const unitNumber = (nth: number): string => {
  let letters = ""
  for (let rest = Math.floor(nth / unitsPerBuilding) + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return `${letters}-${101 + (nth % unitsPerBuilding)}`
}

/** A separate unit for each lock; sometimes it shares that of the previous lock, if the company allows it. */
const unitOf = (random: Random, company: DemoCompany, nth: number): string =>
  unitNumber(company.locksPerUnit > 1 && nth > 0 && random.chance(0.04) ? nth - 1 : nth)

const digits = (combination: number): string => String(combination).padStart(4, "0")

/** The first locks cover every status and color, however few locks there are. */
const shown = <A>(ids: ReadonlyArray<A>, index: number): A | undefined =>
  index < 2 * LockStatus.ids.length ? ids[index % ids.length] : undefined

/**
 * The `index`th lock overall (from 0), the `nth` at its place. Depends only on its arguments, so that a million locks need no
 * more memory than one.
 */
export const demoLock = (run: DemoRun, place: LockPlace, index: number, nth: number): DemoLock => {
  const random = new Random(run.seed, 0x10c, index)
  const stored = place.facility === null
  const isExample =
    place.company === mainCompany && place.facility?.name === mainFacilityName && nth === exampleLock.unit
  const isActive = isExample || stored || shown(LockStatus.ids, index) !== undefined || !random.chance(0.02)
  const drawn =
    stored || !isActive ? random.weighted(idleStatuses) : (shown(LockStatus.ids, index) ?? random.weighted(statuses))
  const status = isExample ? s.AssignedOverlock : drawn
  const color = shown(LockColor.ids, index) ?? random.weighted(colors)
  const unit = isExample ? unitNumber(nth) : unitOf(random, place.company, nth)
  const code = random.int(0, 9999)
  const history = demoHistory(random, run, place, { status, unit, isActive })
  const { changes, codeVersion } = history
  const reveals = stored || !isActive ? [] : demoReveals(random, run, place, history)
  const views = reveals.filter(({ approved }) => approved)
  const last = changes.at(-1) ?? changes[0]
  return {
    place,
    serial: isExample ? exampleLock.serial : demoSerial(run.seed, index),
    combination: digits(code),
    shippedWith: digits(codeVersion === 1 ? code : (code + random.int(1, 9999)) % 10_000),
    status,
    unit: bearsUnit(status) ? unit : null,
    color,
    isActive,
    codeVersion,
    version: changes.length,
    updatedBy: last.by.userID,
    updatedAt: last.at,
    viewCount: views.length,
    logs: [
      ...changes.map(({ at, by, text }) => ({ at, userID: by.userID, text })),
      ...views.map(({ at, by, reason }) => ({
        at,
        userID: by.userID,
        text: `Combination viewed by ${by.name}: ${reason}`
      }))
    ].sort((a, b) => a.at.getTime() - b.at.getTime()),
    reveals
  }
}
