import type { FacilityId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"

/** Path of a facility's mismatches. */
export const driftPath = (facilityID: FacilityId): string =>
  routeOf("facilities.drift").path.replace("{facilityID}", String(facilityID))
