import { Effect } from "effect"
import { FacilityId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility, makeLocks, type ManyLockFacts, makeRegistered } from "../../support/fixture.ts"

/** Predefined locks by what is special about them. */
export const there = {
  /** Overlocked in unit 1204 at Maple Street: the one a caller asks about. */
  overlocked: "40001007",
  /** Overlocked in unit 1205 at Maple Street: the next caller. */
  next: "40001015",
  /** Available, in no unit, at Harbor Point. */
  available: "40001023",
  /** Damaged, at Harbor Point. */
  damaged: "40001060",
  /** Tenant Using, in unit 88 at Maple Street. */
  tenant: "40001072",
  /** In the inventory, without a facility. */
  inventory: "40001080",
  /** In the registry, not activated by any company. */
  registered: "40009001",
  /** A lock of another company. */
  foreign: "90001007",
  /** Not a lock at all. */
  unknown: "77777777"
} as const

/** A lock's combination: the last four digits of its serial code in reverse, so that a serial code never shows it. */
export const codeOf = (serial: string): string => Array.from(serial.slice(4)).toReversed().join("")

/** Company names: `acme` hides its codes, `open` shows them, `other` is a different company. */
export const companies = { acme: "acme", open: "open", other: "other" } as const

/** Facilities of acme. */
export const facilityNames = ["Maple Street", "Harbor Point", "North Loop"] as const

/** More locks in addition to `there`: enough for a list that scrolls. */
const crowd = 300

const { Available, AssignedOverlock, Damaged, TenantUsingLock } = LockStatus.id
const { ids } = LockStatus

const crowdLock = (
  nth: number
): { readonly serial: string; readonly status: LockStatusId; readonly unit?: string } => ({
  serial: String(50_000_000 + nth * 37),
  status: ids[nth % ids.length] ?? Available,
  ...(nth % 2 === 0 ? { unit: `C-${nth}` } : {})
})

/** Fills an empty database with the data every journey uses, always the same. */
export const fillDesk = Effect.gen(function* () {
  const acme = yield* makeCompany(companies.acme)
  const open = yield* makeCompany(companies.open, { hideLockCodes: false, hideLockCodesFlag: false })
  const other = yield* makeCompany(companies.other)
  const [maple = 0, harbor = 0, north = 0] = yield* Effect.forEach(facilityNames, (name) =>
    makeFacility(acme.companyID, name)
  )
  const openFacility = yield* makeFacility(open.companyID, "Open Yard")
  const otherFacility = yield* makeFacility(other.companyID, "Other Yard")
  const lock = (
    serial: string,
    facilityID: FacilityId | null,
    status: LockStatusId,
    unit?: string,
    companyID = acme.companyID
  ): ManyLockFacts => ({
    companyID,
    facilityID,
    serial,
    status,
    code: codeOf(serial),
    ...(unit === undefined ? {} : { unit })
  })
  yield* makeLocks([
    lock(there.overlocked, FacilityId.make(maple), AssignedOverlock, "1204"),
    lock(there.next, FacilityId.make(maple), AssignedOverlock, "1205"),
    lock(there.available, FacilityId.make(harbor), Available),
    lock(there.damaged, FacilityId.make(harbor), Damaged),
    lock(there.tenant, FacilityId.make(maple), TenantUsingLock, "88"),
    lock(there.inventory, null, Available),
    lock("60001007", openFacility, AssignedOverlock, "7", open.companyID),
    lock(there.foreign, otherFacility, AssignedOverlock, "7", other.companyID),
    ...Array.from({ length: crowd }, (_, nth) => {
      const { serial, status, unit } = crowdLock(nth)
      return lock(serial, FacilityId.make(nth % 3 === 0 ? maple : north), status, unit)
    })
  ])
  yield* makeRegistered(there.registered, codeOf(there.registered))
})

/** All serial codes of acme. */
export const serialsOfAcme: ReadonlyArray<string> = [
  there.overlocked,
  there.next,
  there.available,
  there.damaged,
  there.tenant,
  there.inventory,
  ...Array.from({ length: crowd }, (_, nth) => crowdLock(nth).serial)
]
