import { routeOf } from "#core/navigation/routes.ts"

/** Path of the facility list. */
export const facilitiesPath = routeOf("facilities").path

/** Screens the back link can lead to. */
const origins = {
  Dashboard: routeOf("dashboard").path,
  Facilities: facilitiesPath
}

/** Target of the form's back link, from the `from` parameter (001 §2). */
export const originOf = (from: "Dashboard" | "Facilities" = "Facilities") => ({ title: from, path: origins[from] })

export const newFacilityScreen = "/signed-in/facilities/create"
export const facilityScreen = "/signed-in/facilities/$facilityID"
