import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredAccess, reads } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { lockStatusRoles } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { companyQuery } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { Feature } from "#core/companies/features.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { UnitsUnavailable } from "#core/units/UnitErrors.ts"
import { DriftNeedsUnits } from "./DriftErrors.ts"
import { FacilityDrift } from "./Finding.ts"

export class DriftApi extends HttpApiGroup.make("drift")
  .add(
    HttpApiEndpoint.get("show", "/facilities/:id/drift", {
      params: { id: FacilityId },
      query: companyQuery,
      success: FacilityDrift,
      error: [wire(FacilityNotFound), wire(UnitsUnavailable), wire(DriftNeedsUnits)]
    })
      // Every finding includes the status of a lock.
      .annotate(DeclaredAccess, reads(Area.id.Locks, { roles: lockStatusRoles, feature: Feature.id.FMSIntegration }))
      .annotate(OpenApi.Summary, "A facility's unit and lock mismatches, each with its fix")
  )
  .annotate(OpenApi.Description, "Unit and lock mismatches") {}
