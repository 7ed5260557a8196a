import { Context, Data, type Effect } from "effect"
import type { FmsStage } from "#core/fms/fmsStages.ts"
import type { Unit } from "#core/units/Unit.ts"

/** Which facility's units are asked for, and by which management software (`Fms`; never Not listed). */
export interface UnitsWanted {
  readonly companyID: number
  readonly facilityID: number
  readonly managementSoftware: number
}

/** The management software did not tell the units. `reason` is a sentence a person reads, without anything secret. */
export class UnitSourceFailed extends Data.TaggedError("UnitSourceFailed")<{
  readonly reason: string
  /** How far the connection came. */
  readonly stage?: FmsStage
}> {}

/**
 * Where the units of a facility come from: the connectors of the management software. Null where the facility has no
 * connection that tells units; it is then treated like one without management software. Nothing is kept here: that is
 * what `Units` does.
 */
export class UnitSource extends Context.Service<
  UnitSource,
  { readonly units: (wanted: UnitsWanted) => Effect.Effect<ReadonlyArray<Unit> | null, UnitSourceFailed> }
>()("lockdesk/server/UnitSource") {}
