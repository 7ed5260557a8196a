import type { FacilityId } from "#core/base/ids.ts"
import { unitKey } from "#core/base/unitName.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { assignedToUnitStatuses, LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Unit } from "#core/units/Unit.ts"
import { driftKinds, type DriftKind } from "./driftKinds.ts"
import { needOf, standingOf, stateOf } from "./driftTable.ts"
import { type LockHere, fixes, says } from "./driftWords.ts"
import type { Finding, Fix } from "./Finding.ts"

/** The input of a comparison: a facility's units as its software reports them, and its active locks. */
export interface DriftPlace {
  readonly facilityID: FacilityId
  readonly facilityName: string
  readonly software: FmsId
  readonly locksPerUnit: number
  readonly units: ReadonlyArray<Unit>
  readonly locks: ReadonlyArray<LockHere>
}

/** A finding before a lock is chosen for it: `put` is the status the lock will get on the unit. */
interface Draft extends Pick<Finding, "kind" | "unit" | "unitStatus" | "says"> {
  readonly locks: ReadonlyArray<LockHere>
  readonly fix: Fix | { readonly put: LockStatusId; readonly unit: string }
}

const free = (lock: LockHere): Fix => fixes.status(lock, LockStatus.id.Available)

/** A key that sorts names in natural order, unit 9 before unit 10: a collator is a hundred times slower for thousands. */
const sortable = (name: string): string =>
  `${name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"))} ${name}`
const rank = new Map<DriftKind, number>(driftKinds.map(({ kind }, nth) => [kind, nth]))
/** Sorts drafts by kind, unit and lock. */
const inOrder = (drafts: ReadonlyArray<Draft>): ReadonlyArray<Draft> =>
  drafts
    .map((draft) => ({
      draft,
      key: `${rank.get(draft.kind) ?? 0} ${sortable(draft.unit ?? "")} ${draft.locks[0]?.serialCode ?? ""}`
    }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ draft }) => draft)

/** Sorts the operator's locks before tenants', then by serial code, so that the same locks always give the same findings. */
const steady = (one: LockHere, other: LockHere): number =>
  Number(one.status === LockStatus.id.TenantUsingLock) - Number(other.status === LockStatus.id.TenantUsingLock) ||
  (one.serialCode < other.serialCode ? -1 : 1)

/** The findings for a unit in the software. `here` are all locks with that unit, whatever their status. */
const ofUnit = (
  unit: Unit,
  here: ReadonlyArray<LockHere>,
  { software, locksPerUnit }: DriftPlace,
  claimed: boolean
): ReadonlyArray<Draft> => {
  const state = stateOf(unit, fmsProfiles[software].hidesDelinquency !== true)
  const about = { unit: unit.name, unitStatus: unit.status }
  const standing = Map.groupBy(here, ({ status }) => standingOf(status, state))
  const {
    fits = [],
    wrong = [],
    tenants = []
  } = Object.fromEntries(standing) as Readonly<Record<string, ReadonlyArray<LockHere>>>
  const limited = locksPerUnit === 1
  const drafts: Array<Draft> = []
  for (const lock of standing.get("paid-overlocked") ?? []) {
    drafts.push({
      ...about,
      kind: "paid-overlocked",
      locks: [lock],
      says: says.keepsOut(unit.name, lock),
      fix: free(lock)
    })
  }
  for (const lock of standing.get("rented-locked-vacant") ?? []) {
    const message = says.keptVacant(unit.name, lock)
    drafts.push({ ...about, kind: "rented-locked-vacant", locks: [lock], says: message, fix: free(lock) })
  }
  const need = needOf[state]
  if (need !== null && fits.length === 0 && !claimed) {
    // If only one lock is allowed, it is changed to the status the unit needs, and the others on the unit are dealt with first.
    const turned = wrong[0] ?? (limited ? tenants[0] : undefined)
    const inTheWay = limited ? here.findLast((lock) => lock !== turned) : undefined
    const locks = [...wrong, ...tenants]
    drafts.push({
      ...about,
      kind: need.kind,
      locks,
      says: says.open(unit.name, state === "delinquent", locks),
      fix:
        inTheWay !== undefined
          ? free(inTheWay)
          : turned !== undefined
            ? fixes.status(turned, need.status)
            : { put: need.status, unit: unit.name }
    })
  }
  // A tenant's own lock may be next to the operator's, unless the company allows only one lock per unit.
  const crowd = [...fits, ...wrong, ...(limited ? tenants : [])]
  const last = crowd.at(-1)
  if (crowd.length > 1 && last !== undefined) {
    drafts.push({ ...about, kind: "two-locks", locks: crowd, says: says.several(unit.name, crowd), fix: free(last) })
  }
  return drafts
}

/** Unit names that differ only in spaces, dashes and leading zeros are probably the same unit: `A 7` and `a-07`. */
const spelling = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/(?<!\d)0+(?=\d)/g, "")

/** The only unit that a name is another spelling of. */
const nearIn = (units: ReadonlyArray<Unit>) => {
  const bySpelling = Map.groupBy(units, ({ name }) => spelling(name))
  return (name: string | null): string | undefined => {
    const [one, ...others] = name === null ? [] : (bySpelling.get(spelling(name)) ?? [])
    return others.length === 0 ? one?.name : undefined
  }
}

/**
 * The mismatches between units and locks of a facility, by kind and unit, each with the command that fixes it. Unit names are
 * compared as everywhere, ignoring case and surrounding spaces. Locks to place on a unit are Available ones of the facility,
 * each used for one finding only.
 */
export const findDrift = (place: DriftPlace): ReadonlyArray<Finding> => {
  const { facilityID, facilityName, software, locksPerUnit, units, locks } = place
  const sorted = locks.toSorted(steady)
  const byUnit = Map.groupBy(sorted, ({ unit }) => unitKey(unit))
  // If two names are the same unit, the first in sort order is used, so that the input order does not matter.
  const named = units.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  const known = new Map(named.toReversed().map((unit) => [unitKey(unit.name), unit]))
  const nearOf = nearIn([...known.values()])
  const claimed = new Set<string>()
  const drafts: Array<Draft> = []
  for (const lock of sorted) {
    const { unit, status } = lock
    if (!assignedToUnitStatuses.has(status) || (unit !== null && known.has(unitKey(unit)))) continue
    const near = nearOf(unit)
    const taken = near !== undefined && locksPerUnit === 1 && (byUnit.has(unitKey(near)) || claimed.has(unitKey(near)))
    const to = taken ? undefined : near
    if (near !== undefined) claimed.add(unitKey(near))
    const message = says.unknown(lock, Fms.label(software), near)
    drafts.push({
      kind: "unit-unknown",
      unit,
      unitStatus: null,
      locks: [lock],
      says: message,
      fix: fixes.unit(lock, to)
    })
  }
  for (const unit of known.values()) {
    drafts.push(...ofUnit(unit, byUnit.get(unitKey(unit.name)) ?? [], place, claimed.has(unitKey(unit.name))))
  }
  const spares = sorted.filter(({ status, unit }) => status === LockStatus.id.Available && unit === null).values()
  const chosen = (fix: Draft["fix"]): Fix => {
    if ("command" in fix) return fix
    const { value: spare } = spares.next()
    return spare === undefined ? fixes.activate(facilityID) : fixes.put(spare, fix.put, fix.unit)
  }
  return inOrder(drafts).map(({ locks: about, fix, ...facts }) => ({
    ...facts,
    facilityID,
    facilityName,
    locks: about.map(({ lockID, serialCode, status }) => ({
      lockID,
      serialCode,
      status,
      statusName: LockStatus.label(status)
    })),
    fix: chosen(fix)
  }))
}
