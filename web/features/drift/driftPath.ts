import { routeOf } from "#core/navigation/routes.ts"

/** Path of a facility's mismatches. */
export const driftPath = (facilityID: number): string =>
  routeOf("facilities.drift").path.replace("{facilityID}", String(facilityID))
