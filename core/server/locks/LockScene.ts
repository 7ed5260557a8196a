import { limitRefusal } from "#core/activation/activationRules.ts"
import { sameUnit, unitKey } from "#core/base/unitName.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { isCounted, type LockState, type LockSurroundings } from "#core/locks/lockChangeRules.ts"

/** A lock as rules and writers need it: what it is, and what it was read with. */
export interface SceneLock {
  /** 0 for one that is only foreseen to be made. */
  readonly lockID: number
  readonly companyID: number
  readonly serial: string
  readonly state: LockState
  readonly facilityName: string
  readonly version: number
  readonly updatedOn: string
  readonly sealed: Uint8Array
  readonly codeVersion: number
  /** As a user sees it, where some item asks for it. */
  readonly told: Lock | null
}

/** A facility that locks may go to, and how many counted ones fit there; null is unlimited. */
export interface ScenePlace {
  readonly facilityID: number
  readonly name: string
  readonly max: number | null
  readonly counted: number
}

const unitAt = (facilityID: number, unit: string): string => `${facilityID}\n${unitKey(unit)}`

/**
 * The locks, facilities and units that some changes are about, as they are once the changes before have been made. What
 * is decided here one after another is what the database holds when all of it is written: so a plan of ten thousand rows
 * says what doing them would, and a row sees what the row before it did.
 */
export class LockScene {
  readonly locksPerUnit: number
  readonly #bySerial = new Map<string, SceneLock | null>()
  readonly #serials = new Map<number, string>()
  readonly #registry = new Map<string, Uint8Array>()
  readonly #places = new Map<number, ScenePlace | null>()
  readonly #units = new Map<string, Set<string>>()

  constructor(locksPerUnit: number) {
    this.locksPerUnit = locksPerUnit
  }

  /** The lock of a serial code: undefined while it was not looked up, null where nobody holds it. */
  lock(serial: string): SceneLock | null | undefined {
    return this.#bySerial.get(serial)
  }

  /** The lock of an id, or undefined where it was not found. */
  lockOf(lockID: number): SceneLock | undefined {
    const serial = this.#serials.get(lockID)
    return serial === undefined ? undefined : (this.#bySerial.get(serial) ?? undefined)
  }

  registered(serial: string): Uint8Array | undefined {
    return this.#registry.get(serial)
  }

  /** An active facility of the company; null where there is none of this id. */
  place(facilityID: number): ScenePlace | null | undefined {
    return this.#places.get(facilityID)
  }

  knowsUnit(facilityID: number, unit: string): boolean {
    return this.#units.has(unitAt(facilityID, unit))
  }

  addLock(serial: string, lock: SceneLock | null): void {
    this.#bySerial.set(serial, lock)
    if (lock !== null && lock.lockID !== 0) this.#serials.set(lock.lockID, serial)
  }

  addRegistered(serial: string, sealed: Uint8Array): void {
    this.#registry.set(serial, sealed)
  }

  addPlace(facilityID: number, place: ScenePlace | null): void {
    this.#places.set(facilityID, place)
  }

  /** Who is in a unit. One that has left it here since it was read is not. */
  addUnit(facilityID: number, unit: string, serials: ReadonlyArray<string>): void {
    const still = serials.filter((serial) => {
      const state = this.#bySerial.get(serial)?.state
      return state === undefined || (state.facilityID === facilityID && sameUnit(state.unit, unit))
    })
    this.#units.set(unitAt(facilityID, unit), new Set(still))
  }

  /** Why one more counted lock does not fit a facility, or null. */
  readonly roomAt = (facilityID: number) => {
    const place = this.#places.get(facilityID)
    return place === null || place === undefined ? null : limitRefusal(facilityID, place.counted, place.max)
  }

  /** What a change of this lock has to know. */
  around({ lockID, serial }: SceneLock): LockSurroundings {
    return {
      lockID,
      locksPerUnit: this.locksPerUnit,
      roomAt: this.roomAt,
      othersIn: (facilityID, unit) =>
        [...(this.#units.get(unitAt(facilityID, unit)) ?? [])].filter((other) => other !== serial).length
    }
  }

  /** The change is made: what comes after sees it. */
  move(lock: SceneLock, after: LockState): void {
    const { state, serial } = lock
    this.#count(state, -1)
    this.#count(after, 1)
    this.#unitOf(state)?.delete(serial)
    this.#unitOf(after)?.add(serial)
    const facilityName =
      after.facilityID === null ? "" : (this.#places.get(after.facilityID)?.name ?? lock.facilityName)
    this.addLock(serial, { ...lock, state: after, facilityName, version: lock.version + 1 })
  }

  #count({ facilityID, status, isActive }: LockState, by: number): void {
    const place = facilityID === null ? undefined : this.#places.get(facilityID)
    if (place === null || place === undefined || !isActive || !isCounted(status)) return
    this.#places.set(place.facilityID, { ...place, counted: place.counted + by })
  }

  #unitOf({ facilityID, unit, isActive }: LockState): Set<string> | undefined {
    return facilityID === null || unit === null || !isActive ? undefined : this.#units.get(unitAt(facilityID, unit))
  }
}
