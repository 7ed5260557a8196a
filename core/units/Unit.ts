import { Schema } from "effect"
import { Instant } from "#core/base/ids.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"

/**
 * A unit of a facility (001 §3). `id` is the FMS's own, or the name if the unit is known only from the company's locks;
 * `name` is the unit as stored on locks. Status 0 is unknown, 1 delinquent, 2 vacant.
 */
export const Unit = Schema.Struct({ id: Schema.String, name: Schema.String, status: UnitStatus.Id })
export type Unit = typeof Unit.Type

/**
 * The units of a facility, by name. `fromFms`: the management software returned them at `fetchedOn`. Only then are
 * their statuses meaningful, and the facility counts as cloud-managed (001 §4). Otherwise they are the units of the
 * company's own locks.
 */
export const FacilityUnits = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(Unit),
  fromFms: Schema.Boolean,
  fetchedOn: Schema.NullOr(Instant)
})
export type FacilityUnits = typeof FacilityUnits.Type
