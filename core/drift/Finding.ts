import { Schema } from "effect"
import { FacilityId, Instant, LockId, SerialCode } from "#core/base/ids.ts"
import { Fms, UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { driftKinds } from "./driftKinds.ts"

/** A lock that a finding is about. */
export const DriftLock = Schema.Struct({
  lockID: LockId,
  serialCode: SerialCode,
  status: LockStatus.Id,
  statusName: Schema.String
})
export type DriftLock = typeof DriftLock.Type

/**
 * The command that fixes a finding: its id and its inputs, under the names it takes them by. An input that it needs and that
 * is absent is a person's to give: the unit of a lock whose unit nobody knows, or the lock where none is at hand.
 */
export const Fix = Schema.Struct({
  command: Schema.Literals(["locks.setStatus", "locks.setUnit", "locks.activate"]),
  lockID: Schema.NullOr(LockId),
  serialCode: Schema.NullOr(SerialCode),
  status: Schema.NullOr(LockStatus.Id),
  unit: Schema.NullOr(Schema.String),
  facilityID: Schema.NullOr(FacilityId),
  /** What it does, in a few words. */
  words: Schema.String
})
export type Fix = typeof Fix.Type

/** One thing on which the management software and the locks disagree. */
export const Finding = Schema.Struct({
  kind: Schema.Literals(driftKinds.map(({ kind }) => kind)),
  facilityID: FacilityId,
  facilityName: Schema.String,
  /** As the software writes it, or as the lock has it where the software knows no such unit; null: the lock has none. */
  unit: Schema.NullOr(Schema.String),
  /** Null where the software knows no such unit. */
  unitStatus: Schema.NullOr(UnitStatus.Id),
  /** The locks on its door, or none. */
  locks: Schema.Array(DriftLock),
  /** What is wrong, in a sentence. */
  says: Schema.String,
  fix: Fix
})
export type Finding = typeof Finding.Type

/**
 * What a facility's management software and its locks disagree on, by kind and unit. `fetchedOn` is when the software told
 * its units. Where it does not tell who is behind with paying, the kinds that need it are not found: `tellsDelinquency`.
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
  /** How many units and active locks were compared. */
  units: Schema.Int,
  locks: Schema.Int
})
export type FacilityDrift = typeof FacilityDrift.Type
