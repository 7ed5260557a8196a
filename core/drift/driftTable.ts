import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Unit } from "#core/units/Unit.ts"
import type { DriftKind } from "./driftKinds.ts"

/** What a unit is. `rented` is one of a management software that does not tell who is behind with paying. */
export type UnitState = "paid" | "delinquent" | "rented" | "vacant"

/** The state of a unit, as far as its management software tells it. */
export const stateOf = ({ status }: Pick<Unit, "status">, tellsDelinquency: boolean): UnitState =>
  status === UnitStatus.id.Vacant
    ? "vacant"
    : !tellsDelinquency
      ? "rented"
      : status === UnitStatus.id.Delinquent
        ? "delinquent"
        : "paid"

/**
 * What a lock is to the unit it is on. `fits`: it is what the unit is to have. `wrong`: it is on the door, and is not what
 * the unit is to have. `tenants`: the tenant's own, beside which the operator may put one. `aside`: it is not on the door. A
 * kind: the lock itself is a finding of it.
 */
export type Standing = "fits" | "wrong" | "tenants" | "aside" | DriftKind

type Row = Readonly<Record<UnitState, Standing>>

const aside: Row = { paid: "aside", delinquent: "aside", rented: "aside", vacant: "aside" }
const keepsOut: Row = { paid: "paid-overlocked", delinquent: "fits", rented: "fits", vacant: "wrong" }

/**
 * Every status of a lock against every state of a unit. Assigned Overlock and Assigned Auction are for delinquent units and
 * Assigned Vacant for vacant ones (001 §4). Where the software does not tell who paid, an overlock is taken at its word.
 * A lock that was returned is in the dropbox, whatever unit it came from, and the others bear no unit (DECISIONS, Locks).
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

/** What a lock in a status is to a unit in a state. */
export const standingOf = (status: LockStatusId, state: UnitState): Standing => table[status][state]

/** The kind of a unit that has no lock which fits, and the status that a lock is put there with; null where none is needed. */
export const needOf: Readonly<Record<UnitState, { readonly kind: DriftKind; readonly status: LockStatusId } | null>> = {
  paid: null,
  rented: null,
  delinquent: { kind: "delinquent-without-lock", status: LockStatus.id.AssignedOverlock },
  vacant: { kind: "vacant-without-lock", status: LockStatus.id.AssignedVacant }
}
