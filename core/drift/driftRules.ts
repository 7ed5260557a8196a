import { unitKey } from "#core/base/unitName.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { assignedToUnitStatuses, LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Unit } from "#core/units/Unit.ts"
import { driftKinds, type DriftKind } from "./driftKinds.ts"
import { needOf, standingOf, stateOf } from "./driftTable.ts"
import { type LockHere, fixes, says } from "./driftWords.ts"
import type { Finding, Fix } from "./Finding.ts"

/** What is compared: the units of a facility as its software tells them, and its active locks. */
export interface DriftPlace {
  readonly facilityID: number
  readonly facilityName: string
  readonly software: FmsId
  readonly locksPerUnit: number
  readonly units: ReadonlyArray<Unit>
  readonly locks: ReadonlyArray<LockHere>
}

/** A finding before a lock is chosen for it: `put` is the status one is to be put on the unit with. */
interface Draft extends Pick<Finding, "kind" | "unit" | "unitStatus" | "says"> {
  readonly locks: ReadonlyArray<LockHere>
  readonly fix: Fix | { readonly put: LockStatusId; readonly unit: string }
}

const free = (lock: LockHere): Fix => fixes.status(lock, LockStatus.id.Available)

/** A name as it sorts as people count, unit 9 before unit 10: a collator is a hundred times slower over thousands. */
const sortable = (name: string): string =>
  `${name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, "0"))} ${name}`
const rank = new Map<DriftKind, number>(driftKinds.map(({ kind }, nth) => [kind, nth]))
/** Drafts by kind, unit and lock. */
const inOrder = (drafts: ReadonlyArray<Draft>): ReadonlyArray<Draft> =>
  drafts
    .map((draft) => ({
      draft,
      key: `${rank.get(draft.kind) ?? 0} ${sortable(draft.unit ?? "")} ${draft.locks[0]?.serialCode ?? ""}`
    }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ draft }) => draft)

/** The operator's locks before a tenant's, then by serial code, so that the same findings come of the same locks. */
const steady = (one: LockHere, other: LockHere): number =>
  Number(one.status === LockStatus.id.TenantUsingLock) - Number(other.status === LockStatus.id.TenantUsingLock) ||
  (one.serialCode < other.serialCode ? -1 : 1)

/** What is found on one unit that the software knows. `here` are all locks that bear it, whatever their status. */
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
    const said = says.keptVacant(unit.name, lock)
    drafts.push({ ...about, kind: "rented-locked-vacant", locks: [lock], says: said, fix: free(lock) })
  }
  const need = needOf[state]
  if (need !== null && fits.length === 0 && !claimed) {
    // Where one lock is the limit it is turned into what the unit is to have, and whatever else bears the unit goes first.
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
  // A tenant's own lock stands beside the operator's, where the company does not limit a unit to one.
  const crowd = [...fits, ...wrong, ...(limited ? tenants : [])]
  const last = crowd.at(-1)
  if (crowd.length > 1 && last !== undefined) {
    drafts.push({ ...about, kind: "two-locks", locks: crowd, says: says.several(unit.name, crowd), fix: free(last) })
  }
  return drafts
}

/** Units whose names differ in blanks, dashes and leading zeros only are likely one: `A 7` and `a-07`. */
const spelling = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/(?<!\d)0+(?=\d)/g, "")

/** The one unit that a name is another spelling of. */
const nearIn = (units: ReadonlyArray<Unit>) => {
  const bySpelling = Map.groupBy(units, ({ name }) => spelling(name))
  return (name: string | null): string | undefined => {
    const [one, ...others] = name === null ? [] : (bySpelling.get(spelling(name)) ?? [])
    return others.length === 0 ? one?.name : undefined
  }
}

/**
 * Where the units and the locks of a facility disagree, by kind and unit, each with the one command that fixes it. Units
 * are the same where their names are but for case and space around them, as everywhere in the product. Locks that are
 * put somewhere are Available ones of the facility, each for one finding only.
 */
export const findDrift = (place: DriftPlace): ReadonlyArray<Finding> => {
  const { facilityID, facilityName, software, locksPerUnit, units, locks } = place
  const sorted = locks.toSorted(steady)
  const byUnit = Map.groupBy(sorted, ({ unit }) => unitKey(unit))
  // Of two names of the same unit the first in order is taken, whatever order they come in.
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
    const said = says.unknown(lock, Fms.label(software), near)
    drafts.push({ kind: "unit-unknown", unit, unitStatus: null, locks: [lock], says: said, fix: fixes.unit(lock, to) })
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
