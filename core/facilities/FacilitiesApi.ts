import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { FeatureNotIncluded } from "#core/auth/AuthErrors.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { Area } from "#core/auth/permissions.ts"
import { FacilityId } from "#core/base/ids.ts"
import { changed, companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { Feature } from "#core/companies/features.ts"
import { FmsOutcome } from "#core/fms/FmsTestResult.ts"
import { apiStates } from "./apiChangeWords.ts"
import { Facility } from "./Facility.ts"
import { FacilityDetail } from "./FacilityDetail.ts"
import {
  FacilityChangedMeanwhile,
  FacilityInUse,
  FacilityNameTaken,
  FacilityNotFound,
  FacilityRefused,
  FmsFixed,
  FmsNotValidated
} from "./FacilityErrors.ts"
import { FacilityEdit, NewFacility } from "./FacilityForm.ts"
import { addressText, FoundAddress } from "./FoundAddress.ts"
import { facilityChanges } from "./facilityAccess.ts"

/** A saved facility. If its FMS could not be reached, `message` has the warning and `unverified` the reason. */
const FacilitySaved = Schema.Struct({
  ...changed(FacilityDetail).fields,
  unverified: Schema.optionalKey(FmsOutcome)
})
export type FacilitySaved = typeof FacilitySaved.Type

/** Whether the API includes a facility, after a change; `unchanged` if it already did. */
const ApiChanged = changed(
  Schema.Struct({ facilityID: FacilityId, facilityName: Schema.String, includedInAPI: Schema.Boolean })
)
export type ApiChanged = typeof ApiChanged.Type

export class FacilitiesApi extends HttpApiGroup.make("facilities")
  .add(
    HttpApiEndpoint.get("list", "/facilities", { query: companyQuery, success: success(Schema.Array(Facility)) })
      .annotate(DeclaredAccess, reads(Area.id.Facilities))
      .annotate(OpenApi.Summary, "The company's facilities"),
    HttpApiEndpoint.get("addresses", "/facilities/addresses", {
      query: { text: Schema.String.check(Schema.isMaxLength(addressText.most)) },
      success: success(Schema.Array(FoundAddress))
    })
      .annotate(DeclaredAccess, facilityChanges)
      .annotate(OpenApi.Summary, "Address suggestions from the server's provider"),
    HttpApiEndpoint.get("show", "/facilities/:id", {
      params: { id: FacilityId },
      query: companyQuery,
      success: success(FacilityDetail),
      error: [wire(FacilityNotFound)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Facilities, { also: Area.id.FacilityDetails }))
      .annotate(OpenApi.Summary, "One facility, without its FMS secret"),
    HttpApiEndpoint.post("add", "/facilities/add", {
      query: companyQuery,
      payload: NewFacility,
      success: FacilitySaved,
      error: [
        wire(FacilityRefused),
        wire(FacilityNameTaken),
        wire(FmsFixed),
        wire(FmsNotValidated),
        wire(FeatureNotIncluded)
      ]
    })
      .annotate(DeclaredDryRun, "parts")
      .annotate(DeclaredAccess, { ...facilityChanges, feature: Feature.id.Facilities })
      .annotate(DeclaredOnce, true)
      .annotate(
        OpenApi.Transform,
        withExample({
          facilityName: "Maple St",
          phoneNumber: "5550100123",
          street: "1200 Maple St",
          city: "Fallowbrook",
          state: "OR",
          zip: "97001"
        })
      )
      .annotate(OpenApi.Summary, "Add a facility"),
    HttpApiEndpoint.put("update", "/facilities/update", {
      query: companyQuery,
      payload: FacilityEdit,
      success: FacilitySaved,
      error: [
        wire(FacilityNotFound),
        wire(FacilityRefused),
        wire(FacilityNameTaken),
        wire(FacilityChangedMeanwhile),
        wire(FmsFixed),
        wire(FmsNotValidated),
        wire(FeatureNotIncluded)
      ]
    })
      .annotate(DeclaredDryRun, "parts")
      .annotate(DeclaredAccess, facilityChanges)
      .annotate(OpenApi.Transform, withExample({ facilityID: 1, phoneNumber: "5550100124" }))
      .annotate(OpenApi.Summary, "Edit a facility; omitted fields stay the same"),
    HttpApiEndpoint.delete("remove", "/facilities/:id", {
      params: { id: FacilityId },
      query: companyQuery,
      success: changed(Schema.Struct({ facilityID: FacilityId, locksToInventory: Schema.Int })),
      error: [wire(FacilityNotFound), wire(FacilityInUse)]
    })
      .annotate(DeclaredAccess, facilityChanges)
      .annotate(OpenApi.Summary, "Delete a facility without locks in use; its other locks go to the inventory"),
    HttpApiEndpoint.post("toggleApi", "/companies/toggle-exclude-facility", {
      query: { ...companyQuery, facilityID: FacilityId, state: Schema.optional(Schema.Literals(apiStates)) },
      success: ApiChanged,
      error: [wire(FacilityNotFound)]
    })
      .annotate(DeclaredAccess, writes(Area.id.ApiSettings, { feature: Feature.id.IntegrationFacilities }))
      .annotate(OpenApi.Summary, "Include a facility in the API or exclude it; toggles without a state")
  )
  .annotate(OpenApi.Description, "Facilities") {}
