import { routeOf } from "#core/navigation/routes.ts"

/** The address of what disagrees at a facility. */
export const driftPath = (facilityID: number): string =>
  routeOf("facilities.drift").path.replace("{facilityID}", String(facilityID))
