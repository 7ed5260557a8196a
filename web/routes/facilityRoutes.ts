import { createRoute } from "@tanstack/react-router"
import { Schema } from "effect"
import { FacilityId } from "#core/base/ids.ts"
import { idParam, screen } from "./screen.ts"
import { gridSearch, importSearch, searchOf } from "./search.ts"

// Repeated here, so that their titles aren't part of the first load.
const drift = Schema.Literals([
  "paid-overlocked",
  "rented-locked-vacant",
  "delinquent-without-lock",
  "vacant-without-lock",
  "two-locks",
  "unit-unknown"
])
const form = {
  step: Schema.Literals(["contact", "notifications", "address", "fms"]),
  from: Schema.Literals(["Dashboard", "Facilities"])
}

/** The facility screens. */
export const facilityRoutes = [
  createRoute({
    ...screen("facilities", () => import("./FacilitiesRoute.tsx"), "FacilitiesRoute"),
    validateSearch: searchOf(gridSearch)
  }),
  createRoute({
    ...screen("facilities.create", () => import("./NewFacilityRoute.tsx"), "NewFacilityRoute"),
    validateSearch: searchOf(form)
  }),
  createRoute({
    ...screen("facilities.import", () => import("./FacilityImportRoute.tsx"), "FacilityImportRoute"),
    validateSearch: searchOf(importSearch)
  }),
  createRoute({
    ...screen("facilities.driftAll", () => import("./FacilitiesDriftRoute.tsx"), "FacilitiesDriftRoute"),
    validateSearch: searchOf({ ...gridSearch, drift })
  }),
  createRoute({
    ...screen("facilities.edit", () => import("./FacilityRoute.tsx"), "FacilityRoute"),
    params: idParam("facilityID", FacilityId),
    validateSearch: searchOf({ ...form, drift })
  }),
  createRoute({
    ...screen("facilities.drift", () => import("./FacilityDriftRoute.tsx"), "FacilityDriftRoute"),
    params: idParam("facilityID", FacilityId),
    validateSearch: searchOf({ drift })
  }),
  createRoute({
    ...screen("facilities.transfer", () => import("./FacilityTransferRoute.tsx"), "FacilityTransferRoute"),
    validateSearch: searchOf({ token: Schema.String })
  })
] as const
