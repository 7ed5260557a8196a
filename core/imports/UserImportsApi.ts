import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredAccess, DeclaredForKeys } from "#core/auth/Access.ts"
import { TooManyRequests, UploadsBusy } from "#core/auth/AuthErrors.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { JobId } from "#core/jobs/Job.ts"
import { JobRowsRefused, JobUnfinished } from "#core/jobs/JobErrors.ts"
import { userImportAccess } from "./importAccess.ts"
import {
  importById,
  importCells,
  importErrorsPiece,
  importErrorsQuery,
  importMapping,
  importRowParams,
  importRowsQuery,
  importStepErrors,
  importUploadPayload,
  importUploadQuery
} from "./importCalls.ts"
import { ImportFileRefused, ImportMappingRefused, ImportNotFound, ImportRowNotFound } from "./ImportErrors.ts"
import { UserImport, UserImportRow } from "./UserImport.ts"

/**
 * Team users from a file, with the steps of every import (`ImportsApi`), matched by email: existing users are updated,
 * others are added and invited. An import is a job: the calls of `jobs` show, resume and cancel it too.
 */
export class UserImportsApi extends HttpApiGroup.make("userImports")
  .add(
    HttpApiEndpoint.post("upload", "/users/import", {
      query: importUploadQuery,
      payload: importUploadPayload,
      success: success(UserImport),
      error: [wire(JobUnfinished), wire(ImportFileRefused), wire(UploadsBusy)]
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Summary, "Upload a file of users and preview the import"),
    HttpApiEndpoint.get("show", "/users/imports/:id", {
      ...importById,
      success: success(UserImport),
      error: [wire(ImportNotFound)]
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Summary, "One import of users: its columns, its plan and how far it is"),
    HttpApiEndpoint.get("rows", "/users/imports/:id/rows", {
      params: { id: JobId },
      query: importRowsQuery,
      success: success(Schema.Array(UserImportRow)),
      error: [wire(ImportNotFound)]
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Summary, "Rows of an import of users, in their order"),
    HttpApiEndpoint.put("map", "/users/imports/:id/mapping", {
      ...importById,
      payload: importMapping,
      success: success(UserImport),
      error: [...importStepErrors, wire(ImportMappingRefused)]
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Transform, withExample({ mapping: ["email", "firstName", "lastName", "role", null] }))
      .annotate(OpenApi.Summary, "Match columns to fields; every row is checked again"),
    HttpApiEndpoint.put("fix", "/users/imports/:id/rows/:row", {
      params: importRowParams,
      query: companyQuery,
      payload: importCells,
      /** The row, and any others whose outcome changed. */
      success: success(Schema.Struct({ rows: Schema.Array(UserImportRow), import: UserImport })),
      error: [...importStepErrors, wire(ImportRowNotFound)]
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Transform, withExample({ cells: [{ column: 3, text: "Personnel" }] }))
      .annotate(OpenApi.Summary, "Fix cells of a row; it and rows with the same email are checked again"),
    HttpApiEndpoint.post("commit", "/users/imports/:id/commit", {
      params: { id: JobId },
      /** `resetLink` is the set-password page linked from invitations; by default this server's own. */
      query: { ...companyQuery, resetLink: Schema.optional(Schema.String.check(Schema.isMaxLength(2000))) },
      success: success(UserImport),
      error: [...importStepErrors, wire(JobRowsRefused), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Summary, "Start an import of users; new users are invited by email"),
    HttpApiEndpoint.post("resume", "/users/imports/:id/resume", {
      ...importById,
      success: success(UserImport),
      error: importStepErrors
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Summary, "Resume an import of users that stopped partway"),
    HttpApiEndpoint.post("cancel", "/users/imports/:id/cancel", {
      ...importById,
      success: success(UserImport),
      error: importStepErrors
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Summary, "Cancel an import of users; completed rows are kept"),
    HttpApiEndpoint.get("errors", "/users/imports/:id/errors", {
      params: { id: JobId },
      query: importErrorsQuery,
      success: success(importErrorsPiece),
      error: [wire(ImportNotFound)]
    })
      .annotate(DeclaredAccess, userImportAccess)
      .annotate(OpenApi.Summary, "Failed rows of users as CSV: the original columns, error and fix")
  )
  // A job runs in the session that started it, and keys have no session; only people assign roles (decision 60).
  .annotateEndpoints(DeclaredForKeys, false)
  .annotate(OpenApi.Description, "Team users from a file") {}
