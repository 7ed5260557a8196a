import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Unit } from "#core/units/Unit.ts"
import type { DriftKind } from "./driftKinds.ts"

/** The state of a unit. `rented`: the management software does not report delinquent tenants. */
export type UnitState = "paid" | "delinquent" | "rented" | "vacant"

/** The state of a unit, as far as its management software reports it. */
export const stateOf = ({ status }: Pick<Unit, "status">, tellsDelinquency: boolean): UnitState =>
  status === UnitStatus.id.Vacant
    ? "vacant"
    : !tellsDelinquency
      ? "rented"
      : status === UnitStatus.id.Delinquent
        ? "delinquent"
        : "paid"

/**
 * How a lock relates to its unit. `fits`: it is the lock the unit needs. `wrong`: it is on the door but not the right one.
 * `tenants`: the tenant's own, next to which the operator may put one. `aside`: it is not on the door. A finding kind: the lock
 * itself is a finding of that kind.
 */
export type Standing = "fits" | "wrong" | "tenants" | "aside" | DriftKind

type Row = Readonly<Record<UnitState, Standing>>

const aside: Row = { paid: "aside", delinquent: "aside", rented: "aside", vacant: "aside" }
const keepsOut: Row = { paid: "paid-overlocked", delinquent: "fits", rented: "fits", vacant: "wrong" }

/**
 * Every lock status against every unit state. Assigned Overlock and Assigned Auction are for delinquent units and
 * Assigned Vacant for vacant ones (001 §4). If the software does not report payment, an overlock is assumed to be
 * right. A returned lock is in the dropbox, whatever unit it came from, and the other statuses have no unit (DECISIONS,
 * Locks).
 */
const table: Readonly<Record<LockStatusId, Row>> = {
  [LockStatus.id.AssignedOverlock]: keepsOut,
  [LockStatus.id.AssignedAuction]: keepsOut,
  [LockStatus.id.AssignedVacant]: {
    paid: "rented-locked-vacant",
    delinquent: "wrong",
    rented: "rented-locked-vacant",
    vacant: "fits"
  },
  [LockStatus.id.TenantUsingLock]: { paid: "tenants", delinquent: "tenants", rented: "tenants", vacant: "wrong" },
  [LockStatus.id.ReturnedToDropbox]: aside,
  [LockStatus.id.Available]: aside,
  [LockStatus.id.Lost]: aside,
  [LockStatus.id.Damaged]: aside,
  [LockStatus.id.Unscannable]: aside,
  [LockStatus.id.OnDropbox]: aside,
  [LockStatus.id.AssignedOther]: aside,
  [LockStatus.id.AssignedVendor]: aside
}

/** How a lock with a status relates to a unit with a state. */
export const standingOf = (status: LockStatusId, state: UnitState): Standing => table[status][state]

/** The finding for a unit without a fitting lock, and the status of the lock it needs; null if it needs none. */
export const needOf: Readonly<Record<UnitState, { readonly kind: DriftKind; readonly status: LockStatusId } | null>> = {
  paid: null,
  rented: null,
  delinquent: { kind: "delinquent-without-lock", status: LockStatus.id.AssignedOverlock },
  vacant: { kind: "vacant-without-lock", status: LockStatus.id.AssignedVacant }
}
