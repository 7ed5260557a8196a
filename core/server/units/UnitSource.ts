import { Context, Data, type Effect } from "effect"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import type { FmsStage } from "#core/fms/fmsStages.ts"
import type { Unit } from "#core/units/Unit.ts"

/** The facility whose units are requested, and its management software (`Fms`; never Not listed). */
export interface UnitsWanted {
  readonly companyID: CompanyId
  readonly facilityID: FacilityId
  readonly managementSoftware: number
}

/** The management software did not return the units. `reason` and `next` are for people, without secrets. */
export class UnitSourceFailed extends Data.TaggedError("UnitSourceFailed")<{
  readonly reason: string
  readonly next: string
  /** The stage that failed. */
  readonly stage?: FmsStage
  /** The seconds after which it may return them; missing if something has to be corrected first. */
  readonly retryAfter?: number
}> {}

/**
 * The source of a facility's units: the connectors of the management software. Null if the facility has no connection that
 * reports units; it is then treated as if it had no management software. Nothing is cached here: `Units` does that.
 */
export class UnitSource extends Context.Service<
  UnitSource,
  { readonly units: (wanted: UnitsWanted) => Effect.Effect<ReadonlyArray<Unit> | null, UnitSourceFailed> }
>()("lockdesk/server/UnitSource") {}
