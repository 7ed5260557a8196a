import { Schema } from "effect"
import { Instant } from "#core/base/ids.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"

/**
 * A unit of a facility (001 §3). `id` is the FMS's own, or the name where the unit is known from the company's locks only;
 * `name` is what a lock's unit is written as. Status 0 says nothing, 1 is delinquent, 2 vacant.
 */
export const Unit = Schema.Struct({ id: Schema.String, name: Schema.String, status: UnitStatus.Id })
export type Unit = typeof Unit.Type

/**
 * The units of a facility, by name. `fromFms` says that the management software told them, at `fetchedOn`: only then do
 * their statuses mean anything, and the facility counts as cloud-managed (001 §4). Otherwise they are those that the
 * company's own locks are on.
 */
export const FacilityUnits = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(Unit),
  fromFms: Schema.Boolean,
  fetchedOn: Schema.NullOr(Instant)
})
export type FacilityUnits = typeof FacilityUnits.Type
