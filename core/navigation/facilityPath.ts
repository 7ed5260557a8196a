import type { FacilityId } from "#core/base/ids.ts"
import { routeOf } from "./routes.ts"

/** The path of a facility's form. */
export const facilityPath = (facilityID: FacilityId): string =>
  routeOf("facilities.edit").path.replace("{facilityID}", String(facilityID))
