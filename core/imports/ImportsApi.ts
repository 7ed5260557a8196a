import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredAccess, DeclaredForKeys } from "#core/auth/Access.ts"
import { FeatureNotIncluded, UploadsBusy } from "#core/auth/AuthErrors.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { StorableText } from "#core/base/storableText.ts"
import { FmsFixed } from "#core/facilities/FacilityErrors.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { JobRowsRefused, JobUnfinished } from "#core/jobs/JobErrors.ts"
import { FacilityImport, ImportRow } from "./FacilityImport.ts"
import { importAccess } from "./importAccess.ts"
import { importById, importStepErrors, importUploadPayload, importUploadQuery } from "./importCalls.ts"
import { ImportFileRefused, ImportFmsFailed } from "./ImportErrors.ts"
import { importSteps } from "./importSteps.ts"

const beginErrors = [wire(FeatureNotIncluded), wire(FmsFixed), wire(JobUnfinished)] as const
const listErrors = [...beginErrors, wire(ImportFmsFailed), wire(ImportFileRefused)] as const
const FieldText = StorableText(500)
/** Whether to continue an unfinished import of the same data; by default one is refused. */
const resume = Schema.optionalKey(Schema.Boolean)
/** For a dry run: an import that is planned and then canceled, which deletes it. It gets no number and can't be started. */
const trial = Schema.optionalKey(Schema.Boolean)

const steps = importSteps({
  path: "/facilities/imports",
  schema: FacilityImport,
  row: ImportRow,
  access: importAccess,
  plural: "facilities",
  uniqueBy: "name",
  examples: {
    mapping: { mapping: ["facilityName", "phoneNumber", null] },
    cells: { cells: [{ column: 1, text: "5550100123" }] }
  }
})

/**
 * Facilities from a file or an FMS (001 §2, §4, §5, §7): upload, map columns, preview each row, fix cells in place,
 * commit, and poll until it is done. An import is a job: the calls of `jobs` show, resume and cancel it too.
 */
export class ImportsApi extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.post("upload", "/facilities/import-csv", {
      query: { ...importUploadQuery, managementSoftware: Fms.Id },
      payload: importUploadPayload,
      success: success(FacilityImport),
      error: [...beginErrors, wire(ImportFileRefused), wire(UploadsBusy)]
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, importAccess)
      .annotate(OpenApi.Summary, "Upload a file of facilities and preview the import"),
    HttpApiEndpoint.post("viaStorableEdge", "/facilities/import-facilities-StorEDGE", {
      query: { ...companyQuery, companyApiKey: Schema.optional(FieldText) },
      /** The key and the secret, separated by a colon; safer here than in a URL. */
      payload: Schema.Struct({ companyApiKey: Schema.optionalKey(FieldText), resume, trial }),
      success: success(FacilityImport),
      error: listErrors
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, importAccess)
      .annotate(OpenApi.Transform, withExample({ companyApiKey: "the key of the company at storEDGE" }))
      .annotate(OpenApi.Summary, "List the facilities of a Storable Edge key"),
    HttpApiEndpoint.post("viaSitelink", "/facilities/import-facilities-SiteLink", {
      query: companyQuery,
      payload: Schema.Struct({
        corporateCode: FieldText,
        corporateUsername: FieldText,
        corporatePassword: FieldText,
        resume,
        trial
      }),
      success: success(FacilityImport),
      error: listErrors
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, importAccess)
      .annotate(
        OpenApi.Transform,
        withExample({ corporateCode: "C123", corporateUsername: "api", corporatePassword: "the password" })
      )
      .annotate(OpenApi.Summary, "List the facilities of a Sitelink corporate account"),
    HttpApiEndpoint.post("viaSsmCloud", "/facilities/import-facilities-ssm", {
      query: companyQuery,
      payload: Schema.Struct({
        baseUrl: FieldText,
        corporatePassword: FieldText,
        corporateCode: Schema.optionalKey(FieldText),
        resume,
        trial
      }),
      success: success(FacilityImport),
      error: listErrors
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, importAccess)
      .annotate(
        OpenApi.Transform,
        withExample({ baseUrl: "https://ssm.example.com", corporatePassword: "the password" })
      )
      .annotate(OpenApi.Summary, "List the facilities of an SSM Cloud customer"),
    steps.show,
    steps.rows,
    steps.map,
    steps.fix,
    HttpApiEndpoint.post("commit", "/facilities/imports/:id/commit", {
      ...importById,
      success: success(FacilityImport),
      error: [...importStepErrors, wire(JobRowsRefused), wire(FeatureNotIncluded), wire(FmsFixed)]
    })
      .annotate(DeclaredAccess, importAccess)
      .annotate(OpenApi.Summary, "Start an import"),
    HttpApiEndpoint.post("resume", "/facilities/imports/:id/resume", {
      ...importById,
      success: success(FacilityImport),
      error: [...importStepErrors, wire(FeatureNotIncluded), wire(FmsFixed)]
    })
      .annotate(DeclaredAccess, importAccess)
      .annotate(OpenApi.Summary, "Resume an import that stopped partway"),
    steps.cancel,
    steps.errors
  )
  // A job runs in the session that started it, and keys have no session.
  .annotateEndpoints(DeclaredForKeys, false)
  .annotate(OpenApi.Description, "Facilities from a file or an FMS") {}
