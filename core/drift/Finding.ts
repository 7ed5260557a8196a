import { Schema } from "effect"
import { FacilityId, Instant, LockId, SerialCode } from "#core/base/ids.ts"
import { Fms, UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { driftKinds } from "./driftKinds.ts"

/** A lock in a finding. */
export const DriftLock = Schema.Struct({
  lockID: LockId,
  serialCode: SerialCode,
  status: LockStatus.Id,
  statusName: Schema.String
})
export type DriftLock = typeof DriftLock.Type

/**
 * The command that fixes a finding: its id and its inputs by name. A missing required input is left to the user: the
 * unit, if it is unknown, or the lock, if none is available.
 */
export const Fix = Schema.Struct({
  command: Schema.Literals(["locks.setStatus", "locks.setUnit", "locks.activate"]),
  lockID: Schema.NullOr(LockId),
  serialCode: Schema.NullOr(SerialCode),
  status: Schema.NullOr(LockStatus.Id),
  unit: Schema.NullOr(Schema.String),
  facilityID: Schema.NullOr(FacilityId),
  /** The version of the lock that was compared: the fix is refused if the lock has changed since. */
  updatedOn: Schema.NullOr(Instant),
  /** What it does, in a few words. */
  words: Schema.String
})
export type Fix = typeof Fix.Type

/** One mismatch between the management software and the locks. */
export const Finding = Schema.Struct({
  kind: Schema.Literals(driftKinds.map(({ kind }) => kind)),
  facilityID: FacilityId,
  facilityName: Schema.String,
  /** As the software writes it, or as the lock has it if the software has no such unit; null if the lock has none. */
  unit: Schema.NullOr(Schema.String),
  /** Null if the software has no such unit. */
  unitStatus: Schema.NullOr(UnitStatus.Id),
  /** The locks on its door. */
  locks: Schema.Array(DriftLock),
  /** The problem, in one sentence. */
  says: Schema.String,
  fix: Fix
})
export type Finding = typeof Finding.Type

/**
 * The mismatches between a facility's management software and its locks, by kind and unit. `fetchedOn` is when the units were
 * fetched. If the software does not report delinquent tenants (`tellsDelinquency`), the kinds that need it are not checked.
 */
export const FacilityDrift = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(Finding),
  facilityID: FacilityId,
  facilityName: Schema.String,
  managementSoftware: Fms.Id,
  managementSoftwareName: Schema.String,
  tellsDelinquency: Schema.Boolean,
  /** The units came from a local simulator, not from the vendor. */
  simulated: Schema.Boolean,
  fetchedOn: Instant,
  /** The number of units and active locks that were compared. */
  units: Schema.Int,
  locks: Schema.Int
})
export type FacilityDrift = typeof FacilityDrift.Type
