import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { FacilityId } from "#core/base/ids.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { FacilityUnits } from "./Unit.ts"
import { UnitsUnavailable } from "./UnitErrors.ts"

const byId = { params: { id: FacilityId }, query: companyQuery } as const

export class UnitsApi extends HttpApiGroup.make("units")
  .add(
    HttpApiEndpoint.get("list", "/facilities/:id/units", {
      ...byId,
      success: FacilityUnits,
      error: [wire(FacilityNotFound), wire(UnitsUnavailable)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(OpenApi.Summary, "The units of a facility, from its management software or its locks"),
    HttpApiEndpoint.delete("forget", "/facilities/:id/units-cache", {
      ...byId,
      success: success(Schema.Null),
      error: [wire(FacilityNotFound)]
    })
      // Only users who change locks need today's units; others must not trigger calls to the FMS.
      .annotate(DeclaredAccess, writes(Area.id.Locks))
      .annotate(OpenApi.Summary, "Forget the units that were fetched; the next list fetches them again")
  )
  .annotate(OpenApi.Description, "Units") {}
