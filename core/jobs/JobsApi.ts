import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, DeclaredForKeys, signedIn } from "#core/auth/Access.ts"
import { FacilityId, JobId } from "#core/base/ids.ts"
import { changed, companyQuery, counted, newestFirst, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNotFound, FmsFixed } from "#core/facilities/FacilityErrors.ts"
import { UndoRefused } from "#core/locks/LockChangeErrors.ts"
import { LockColor } from "#core/locks/lockColors.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { StorableText } from "#core/base/storableText.ts"
import { isBlank } from "#core/base/visibleText.ts"
import { BulkLock, Job, jobChunk, JobRow, JobRowInput, maxJobRows, mostJobs } from "./Job.ts"
import { JobNotFound, JobRowsMissing, JobRowsRefused, JobStateRefused, JobUnfinished } from "./JobErrors.ts"
import { jobAccess } from "./jobRules.ts"

/** Fields for creating any kind of job. */
const made = {
  /** The source of the rows, such as a file name. */
  source: StorableText(200),
  /**
   * Identifies a set of rows, such as the SHA-256 of a file. Creating a job with the same fingerprint again returns the
   * existing one.
   */
  fingerprint: Schema.String.check(Schema.isPattern(/^[0-9a-zA-Z_-]{8,64}$/u)),
  /** Whether to continue an unfinished job with the same rows. By default one is refused. */
  resume: Schema.optionalKey(Schema.Boolean),
  /**
   * For a dry run: a job that is planned and then canceled, which deletes it. It is not listed, gets no number, can't
   * be started, and is deleted after an hour if it isn't canceled.
   */
  trial: Schema.optionalKey(Schema.Boolean),
  /** How many rows will be sent. The job can't start before it has them, so that a part is never taken for all. */
  expected: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 }))),
  /** The column names of the rows' cells. */
  columns: Schema.optionalKey(Schema.Array(StorableText(200)).check(Schema.isMaxLength(100)))
}

const makeErrors = [wire(JobUnfinished), wire(FacilityNotFound)] as const
const stepErrors = [wire(JobNotFound), wire(JobStateRefused)] as const
const startErrors = [...stepErrors, wire(FmsFixed)] as const
const byId = { params: { id: JobId }, query: companyQuery } as const
const RowNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 }))

/**
 * Bulk changes: create a job, send its rows, plan it, apply it, and poll until it is done. Each row follows the rules
 * of a single change, leaves its own audit record, and is applied exactly once even if a process is killed.
 */
export class JobsApi extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.post("activate", "/jobs/activate", {
      query: companyQuery,
      /** A null `facilityID` activates into the inventory. */
      payload: Schema.Struct({ ...made, facilityID: Schema.NullOr(FacilityId) }),
      success: success(Job),
      error: makeErrors
    })
      .annotate(DeclaredAccess, jobAccess.activate)
      .annotate(OpenApi.Transform, withExample({ source: "box.csv", fingerprint: "box-2026-11-22", facilityID: 1 }))
      .annotate(OpenApi.Summary, "Make a job that activates locks"),
    HttpApiEndpoint.post("assign", "/jobs/assign", {
      query: companyQuery,
      payload: Schema.Struct({ ...made, facilityID: FacilityId }),
      success: success(Job),
      error: makeErrors
    })
      .annotate(DeclaredAccess, jobAccess.assign)
      .annotate(OpenApi.Transform, withExample({ source: "box.csv", fingerprint: "box-2026-11-22", facilityID: 1 }))
      .annotate(OpenApi.Summary, "Make a job that assigns inventory locks to a facility"),
    HttpApiEndpoint.post("setStatus", "/jobs/set-status", {
      query: companyQuery,
      /** The status for rows without their own. */
      payload: Schema.Struct({ ...made, secondaryLockStatus: Schema.NullOr(LockStatus.Id) }),
      success: success(Job),
      error: makeErrors
    })
      .annotate(DeclaredAccess, jobAccess.setStatus)
      .annotate(
        OpenApi.Transform,
        withExample({ source: "box.csv", fingerprint: "box-2026-11-22", secondaryLockStatus: 1003 })
      )
      .annotate(OpenApi.Summary, "Make a job that sets the status of locks"),
    HttpApiEndpoint.post("transfer", "/jobs/transfer", {
      query: companyQuery,
      payload: Schema.Struct({ ...made, facilityID: FacilityId }),
      success: success(Job),
      error: makeErrors
    })
      .annotate(DeclaredAccess, jobAccess.transfer)
      .annotate(OpenApi.Transform, withExample({ source: "box.csv", fingerprint: "box-2026-11-22", facilityID: 2 }))
      .annotate(OpenApi.Summary, "Make a job that moves locks to a facility"),
    HttpApiEndpoint.post("setUnit", "/jobs/set-unit", {
      query: companyQuery,
      /** Each row has its unit; an empty one is none. */
      payload: Schema.Struct(made),
      success: success(Job),
      error: makeErrors
    })
      .annotate(DeclaredAccess, jobAccess.setUnit)
      .annotate(OpenApi.Transform, withExample({ source: "box.csv", fingerprint: "box-2026-11-22" }))
      .annotate(OpenApi.Summary, "Make a job that sets the unit of locks"),
    HttpApiEndpoint.post("setColor", "/jobs/set-color", {
      query: companyQuery,
      /** The color for rows without their own. */
      payload: Schema.Struct({ ...made, color: Schema.NullOr(LockColor.Id) }),
      success: success(Job),
      error: makeErrors
    })
      .annotate(DeclaredAccess, jobAccess.setColor)
      .annotate(OpenApi.Transform, withExample({ source: "box.csv", fingerprint: "box-2026-11-22", color: null }))
      .annotate(OpenApi.Summary, "Make a job that sets the color of locks"),
    HttpApiEndpoint.post("undo", "/jobs/:id/undo", {
      ...byId,
      success: success(Job),
      error: [wire(JobNotFound), wire(JobStateRefused), wire(UndoRefused)]
    })
      .annotate(DeclaredAccess, jobAccess.undo)
      .annotate(OpenApi.Summary, "Make a job that undoes one of your own jobs"),
    HttpApiEndpoint.post("addRows", "/jobs/:id/rows", {
      ...byId,
      payload: Schema.Struct({ rows: Schema.Array(JobRowInput).check(Schema.isBetweenLength(1, jobChunk)) }),
      success: success(Job),
      error: [...stepErrors, wire(JobRowsRefused)]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Transform, withExample({ rows: [{ row: 1, serialCode: "20000001" }] }))
      .annotate(OpenApi.Summary, "Add rows to a job; rows it already has are ignored"),
    HttpApiEndpoint.post("plan", "/jobs/:id/plan", { ...byId, success: success(Job), error: stepErrors })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Plan a job: preview every row without changing anything"),
    HttpApiEndpoint.post("apply", "/jobs/:id/apply", {
      ...byId,
      success: success(Job),
      error: [...startErrors, wire(JobRowsRefused), wire(JobRowsMissing)]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Start a job"),
    HttpApiEndpoint.post("resume", "/jobs/:id/resume", { ...byId, success: success(Job), error: startErrors })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Resume a job that stopped partway"),
    HttpApiEndpoint.post("cancel", "/jobs/:id/cancel", { ...byId, success: changed(Job), error: stepErrors })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Cancel a job; completed rows are kept"),
    HttpApiEndpoint.get("list", "/jobs", {
      query: newestFirst(JobId, mostJobs),
      success: counted(Schema.Array(Job))
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Jobs, newest first"),
    HttpApiEndpoint.get("show", "/jobs/:id", { ...byId, success: success(Job), error: [wire(JobNotFound)] })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "One job and its progress"),
    HttpApiEndpoint.get("rows", "/jobs/:id/rows", {
      params: { id: JobId },
      query: {
        ...companyQuery,
        /** Rows after this one. */
        from: Schema.optional(RowNumber),
        count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
        /** Only rows that failed or, as planned, would fail. */
        only: Schema.optional(Schema.Literals(["failed", "wouldFail"]))
      },
      success: success(Schema.Array(JobRow)),
      error: [wire(JobNotFound)]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Rows of a job with plan and outcome"),
    HttpApiEndpoint.get("failedCsv", "/jobs/:id/failed", {
      params: { id: JobId },
      query: { ...companyQuery, from: Schema.optional(RowNumber) },
      /** `after` is the `from` of the next page, null at the end; only the first page has the header. */
      success: success(Schema.Struct({ csv: Schema.String, rows: Schema.Int, after: Schema.NullOr(Schema.Int) })),
      error: [wire(JobNotFound)]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Failed rows as CSV: the original columns, error and fix"),
    HttpApiEndpoint.post("bulkActivate", "/locks/bulk-activate", {
      query: companyQuery,
      /**
       * A shipment batch. A null `facilityID` activates into the inventory; leaving it out is an error, so that it
       * never happens by mistake.
       */
      payload: Schema.Struct({
        batchID: StorableText(100).check(
          Schema.isMinLength(1, { message: "Enter the id of a batch." }),
          Schema.makeFilter((text: string) => !isBlank(text), { message: "Enter the id of a batch." })
        ),
        facilityID: Schema.NullOr(FacilityId)
      }),
      success: success(
        Schema.Struct({
          jobID: Schema.NullOr(JobId),
          successLocks: Schema.Array(BulkLock),
          /** Already active there, or in the inventory if that was requested. */
          unchangedLocks: Schema.Array(BulkLock),
          errorLocks: Schema.Array(BulkLock)
        })
      ),
      error: [wire(FacilityNotFound), wire(JobUnfinished), wire(JobStateRefused)]
    })
      .annotate(DeclaredAccess, jobAccess.activate)
      .annotate(OpenApi.Transform, withExample({ batchID: "BOX-101", facilityID: 1 }))
      .annotate(OpenApi.Summary, `Activate all locks of a batch, at most ${maxJobRows}`)
  )
  // A job runs in the session that started it, and keys have no session.
  .annotateEndpoints(DeclaredForKeys, false)
  .annotate(OpenApi.Description, "Changes of many locks at once") {}
