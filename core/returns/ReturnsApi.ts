import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { FacilityId, ReportId, UserId } from "#core/base/ids.ts"
import { companyQuery, counted, mostNewest, newestFirst, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { ShownLock } from "#core/locks/Lock.ts"
import { LockChangedMeanwhile, StatusRefused, UnitRefused } from "#core/locks/LockChangeErrors.ts"
import { LockReturn, mostReturns, ProcessedReturns, ReturnReport, SentReport } from "./LockReturn.ts"
import { NoLockReturned, RecipientMissing, RecipientNotFound, ReportNotFound, ReturnsRefused } from "./ReturnErrors.ts"

export class ReturnsApi extends HttpApiGroup.make("returns")
  .add(
    HttpApiEndpoint.post("process", "/locks/process-lock-returns", {
      query: { ...companyQuery, recipientID: Schema.optional(UserId) },
      payload: Schema.Array(LockReturn).check(Schema.isMaxLength(mostReturns)),
      success: success(ProcessedReturns),
      error: [
        wire(NoLockReturned),
        wire(RecipientMissing),
        wire(RecipientNotFound),
        wire(ReturnsRefused),
        wire(LockChangedMeanwhile),
        wire(StatusRefused),
        wire(UnitRefused)
      ]
    })
      .annotate(DeclaredAccess, writes(Area.id.LockReturns))
      .annotate(OpenApi.Transform, withExample([{ lockID: 74, updateSecondaryLockStatusTo: 1001 }], { recipientID: 5 }))
      .annotate(OpenApi.Summary, "Set the status of a facility's returned locks and send the report; all or none"),
    HttpApiEndpoint.post("resend", "/locks/historic-process-locks-reports", {
      query: companyQuery,
      payload: Schema.Struct({ reportId: ReportId, recipientId: UserId }),
      success: success(SentReport),
      error: [wire(ReportNotFound), wire(RecipientNotFound)]
    })
      .annotate(DeclaredAccess, writes(Area.id.LockReturns))
      .annotate(OpenApi.Transform, withExample({ reportId: 3, recipientId: 5 }))
      .annotate(OpenApi.Summary, "Send a past report again"),
    HttpApiEndpoint.get("reports", "/reports/returned-locks/facilities/:id", {
      params: { id: FacilityId },
      query: newestFirst(ReportId, mostNewest),
      success: counted(Schema.Array(ReturnReport)),
      error: [wire(FacilityNotFound)]
    })
      .annotate(DeclaredAccess, reads(Area.id.LockReturns))
      .annotate(OpenApi.Summary, "Reports of a facility's returned locks, newest first"),
    HttpApiEndpoint.get("report", "/reports/returned-locks/reports/:id", {
      params: { id: ReportId },
      query: companyQuery,
      /** The locks as they were processed; combinations that are not masked are the current ones. */
      success: success(Schema.Array(ShownLock)),
      error: [wire(ReportNotFound)]
    })
      .annotate(DeclaredAccess, reads(Area.id.LockReturns))
      .annotate(OpenApi.Summary, "The locks of a report")
  )
  .annotate(OpenApi.Description, "Returned locks") {}
