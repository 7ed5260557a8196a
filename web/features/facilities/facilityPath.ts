import { routeOf } from "#core/navigation/routes.ts"

/** The list of facilities. */
export const facilitiesPath = routeOf("facilities").path

/** Where somebody came from, by the words of the link back; any other address is no place to go back to. */
const origins = {
  Dashboard: routeOf("dashboard").path,
  Facilities: facilitiesPath
}

/** Where the link back of the form leads, from its `from` (001 §2). */
export const originOf = (from: "Dashboard" | "Facilities" = "Facilities") => ({ title: from, path: origins[from] })

export const newFacilityScreen = "/signed-in/facilities/create"
export const facilityScreen = "/signed-in/facilities/$facilityID"
