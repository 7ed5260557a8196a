import { limitRefusal } from "#core/activation/activationRules.ts"
import type { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import { sameUnit, unitKey } from "#core/base/unitName.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { isCounted, type LockState, type LockSurroundings } from "#core/locks/lockChangeRules.ts"

/** The facts about a lock that rules and writers need: its state, and the version that was read. */
export interface WorkingLock {
  /** 0 for a lock that is only planned. */
  /** Null for a lock that does not exist yet. */
  readonly lockID: LockId | null
  readonly companyID: CompanyId
  readonly serial: string
  readonly state: LockState
  readonly facilityName: string
  readonly version: number
  readonly updatedOn: string
  readonly sealed: Uint8Array
  readonly codeVersion: number
  /** The lock as the user sees it, if an item needs that. */
  readonly shown: Lock | null
}

/** A facility that locks can move to, and how many more counted locks fit; null is unlimited. */
export interface WorkingFacility {
  readonly facilityID: FacilityId
  readonly name: string
  readonly max: number | null
  readonly counted: number
}

const unitAt = (facilityID: FacilityId, unit: string): string => `${facilityID}\n${unitKey(unit)}`

/**
 * The locks, facilities and units of several changes, updated after each decision. So successive decisions match what the
 * database will contain once all are written: the plan of ten thousand rows equals their outcome, and each row sees the changes
 * of those before it.
 */
export class LockWorkingSet {
  readonly locksPerUnit: number
  readonly #bySerial = new Map<string, WorkingLock | null>()
  readonly #serials = new Map<LockId, string>()
  readonly #registry = new Map<string, Uint8Array>()
  readonly #places = new Map<FacilityId, WorkingFacility | null>()
  readonly #inactive = new Map<FacilityId, string>()
  readonly #units = new Map<string, Set<string>>()

  constructor(locksPerUnit: number) {
    this.locksPerUnit = locksPerUnit
  }

  /** The lock with a serial code: undefined if it was not looked up, null if no company has it. */
  lock(serial: string): WorkingLock | null | undefined {
    return this.#bySerial.get(serial)
  }

  /** The lock with an id, or undefined if it was not found. */
  lockOf(lockID: LockId): WorkingLock | undefined {
    const serial = this.#serials.get(lockID)
    return serial === undefined ? undefined : (this.#bySerial.get(serial) ?? undefined)
  }

  registered(serial: string): Uint8Array | undefined {
    return this.#registry.get(serial)
  }

  /** An active facility of the company; null if it has none with this id. */
  place(facilityID: FacilityId): WorkingFacility | null | undefined {
    return this.#places.get(facilityID)
  }

  /** The name of the company's facility with this id if it is inactive. */
  inactiveName(facilityID: FacilityId): string | undefined {
    return this.#inactive.get(facilityID)
  }

  /** Records that the company's facility with this id is inactive, so it is no place for locks. */
  addInactive(facilityID: FacilityId, name: string): void {
    this.#places.set(facilityID, null)
    this.#inactive.set(facilityID, name)
  }

  knowsUnit(facilityID: FacilityId, unit: string): boolean {
    return this.#units.has(unitAt(facilityID, unit))
  }

  addLock(serial: string, lock: WorkingLock | null): void {
    this.#bySerial.set(serial, lock)
    if (lock !== null && lock.lockID !== null) this.#serials.set(lock.lockID, serial)
  }

  addRegistered(serial: string, sealed: Uint8Array): void {
    this.#registry.set(serial, sealed)
  }

  addPlace(facilityID: FacilityId, place: WorkingFacility | null): void {
    this.#places.set(facilityID, place)
  }

  /** Sets the locks in a unit, except those that have left it in this working set. */
  addUnit(facilityID: FacilityId, unit: string, serials: ReadonlyArray<string>): void {
    const still = serials.filter((serial) => {
      const state = this.#bySerial.get(serial)?.state
      return state === undefined || (state.facilityID === facilityID && sameUnit(state.unit, unit))
    })
    this.#units.set(unitAt(facilityID, unit), new Set(still))
  }

  /** Why a facility has no room for one more counted lock, or null. */
  readonly roomAt = (facilityID: FacilityId) => {
    const place = this.#places.get(facilityID)
    return place === null || place === undefined ? null : limitRefusal(facilityID, place.counted, place.max)
  }

  /** The surroundings that a change of this lock depends on. */
  around({ lockID, serial }: WorkingLock): LockSurroundings {
    return {
      lockID,
      locksPerUnit: this.locksPerUnit,
      roomAt: this.roomAt,
      othersIn: (facilityID, unit) =>
        [...(this.#units.get(unitAt(facilityID, unit)) ?? [])].filter((other) => other !== serial).length
    }
  }

  /** Applies a change, so that later decisions see it. */
  move(lock: WorkingLock, after: LockState): void {
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
