import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { SentBack } from "#core/auth/SentBack.ts"
import { Area } from "#core/auth/permissions.ts"
import { FacilityId, FmsRunId, Instant } from "#core/base/ids.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { Feature } from "#core/companies/features.ts"
import { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { FmsNothingToTest, FmsRunNotFound } from "./FmsErrors.ts"
import { FmsFields } from "./fmsFields.ts"
import { FmsRun, FmsRunRequest } from "./FmsRun.ts"
import { Fms, IntegrationMode } from "./fmsSystems.ts"
import { FmsOutcome, FmsResultId, FmsTestResult } from "./FmsTestResult.ts"

const gate = { feature: Feature.id.FMSIntegration } as const
const readsFms = reads(Area.id.Facilities, gate)
const writesFms = writes(Area.id.Facilities, gate)

/** Tests of the connections to facility management software (001 §2, §4, §7). */
export class FmsApi extends HttpApiGroup.make("fms")
  .add(
    HttpApiEndpoint.get("lastResults", "/facilities/last-integration-test-result-for-user", {
      query: companyQuery,
      /** By facilityID, without facilities whose current connection was never tested. */
      success: success(Schema.Record(Schema.String, FmsTestResult))
    })
      .annotate(DeclaredAccess, readsFms)
      .annotate(OpenApi.Summary, "The last test result of each facility, by its id"),
    HttpApiEndpoint.post("test", "/facilities/run-integration-tests", {
      query: companyQuery,
      payload: FmsRunRequest,
      success: success(FmsRun),
      error: [wire(FacilityNotFound), wire(FmsNothingToTest)]
    })
      .annotate(DeclaredAccess, writesFms)
      .annotate(OpenApi.Transform, withExample({ facilityIDs: [1, 2], timeoutSeconds: 10 }))
      .annotate(OpenApi.Summary, "Start testing FMS connections in the background"),
    HttpApiEndpoint.get("run", "/facilities/integration-test-runs/:id", {
      params: { id: FmsRunId },
      query: companyQuery,
      success: success(FmsRun),
      error: [wire(FmsRunNotFound)]
    })
      .annotate(DeclaredAccess, readsFms)
      .annotate(OpenApi.Summary, "The progress of a test run"),
    HttpApiEndpoint.get("results", "/facilities/integration-test-results", {
      query: {
        ...companyQuery,
        /** Only results since this instant. */
        since: Schema.optional(Instant),
        runID: Schema.optional(FmsRunId),
        facilityID: Schema.optional(FacilityId),
        /** Only the latest result of each facility. */
        latest: Schema.optional(Schema.Boolean),
        /** Only results before this one: the last of the previous page. */
        from: Schema.optional(FmsResultId.annotate({ title: "from" })),
        count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })))
      },
      success: success(Schema.Array(FmsTestResult))
    })
      .annotate(DeclaredAccess, readsFms)
      .annotate(OpenApi.Summary, "Test results, newest first"),
    HttpApiEndpoint.post("validate", "/auth/validate-fms", {
      query: companyQuery,
      /** The facility form; fields that don't concern the FMS are ignored. */
      payload: Schema.Struct({
        facilityID: Schema.optionalKey(Schema.NullOr(FacilityId)),
        managementSoftware: Fms.Id,
        mode: Schema.optionalKey(Schema.NullOr(IntegrationMode.Id)),
        ...FmsFields.fields
      }),
      success: success(FmsOutcome),
      error: [wire(FacilityNotFound)]
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, writesFms)
      .annotate(SentBack, FacilityDetail)
      .annotate(
        OpenApi.Transform,
        withExample({
          facilityID: null,
          managementSoftware: 1,
          corporateCode: "C123",
          corporateUsername: "api",
          corporatePassword: "the password",
          locationCode: "L001"
        })
      )
      .annotate(OpenApi.Summary, "Test FMS credentials before saving a facility")
  )
  .annotate(OpenApi.Description, "Connections to facility management software, and their tests") {}
