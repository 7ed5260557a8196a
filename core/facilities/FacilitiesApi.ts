import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredAccess, reads } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { Facility } from "./Facility.ts"

export class FacilitiesApi extends HttpApiGroup.make("facilities")
  .add(
    HttpApiEndpoint.get("list", "/facilities", { query: companyQuery, success: success(Schema.Array(Facility)) })
      .annotate(DeclaredAccess, reads(Area.id.Facilities))
      .annotate(OpenApi.Summary, "The company's facilities")
  )
  .annotate(OpenApi.Description, "Facilities") {}
