import { routeOf } from "./routes.ts"

/** The path of a facility's form. */
export const facilityPath = (facilityID: number): string =>
  routeOf("facilities.edit").path.replace("{facilityID}", String(facilityID))
