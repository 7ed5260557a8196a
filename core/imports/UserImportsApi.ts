import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredAccess, DeclaredForKeys } from "#core/auth/Access.ts"
import { TooManyRequests, UploadsBusy } from "#core/auth/AuthErrors.ts"
import { JobId } from "#core/base/ids.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { JobRowsRefused, JobUnfinished } from "#core/jobs/JobErrors.ts"
import { userImportAccess } from "./importAccess.ts"
import { importById, importStepErrors, importUploadPayload, importUploadQuery } from "./importCalls.ts"
import { ImportFileRefused } from "./ImportErrors.ts"
import { importSteps } from "./importSteps.ts"
import { UserImport, UserImportRow } from "./UserImport.ts"

const steps = importSteps({
  path: "/users/imports",
  schema: UserImport,
  row: UserImportRow,
  access: userImportAccess,
  plural: "users",
  uniqueBy: "email",
  examples: {
    mapping: { mapping: ["email", "firstName", "lastName", "role", null] },
    cells: { cells: [{ column: 3, text: "Personnel" }] }
  }
})

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
    steps.show,
    steps.rows,
    steps.map,
    steps.fix,
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
    steps.cancel,
    steps.errors
  )
  // A job runs in the session that started it, and keys have no session; only people assign roles (decision 60).
  .annotateEndpoints(DeclaredForKeys, false)
  .annotate(OpenApi.Description, "Team users from a file") {}
