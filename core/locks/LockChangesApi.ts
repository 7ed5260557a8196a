import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { LockLimitReached, LockNotAvailable } from "#core/activation/ActivationErrors.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { AccessDenied } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { changed, companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { AuditSeq, ChangedLock, LeftChange, LockEdit, UndoRequest, undoneAtOnce } from "./LockChange.ts"
import {
  CombinationRefused,
  LockChangedMeanwhile,
  LockInactive,
  StatusRefused,
  TransferRefused,
  UndoRefused,
  UnitRefused
} from "./LockChangeErrors.ts"
import { LockDetailDenied, LockNotFound } from "./LockErrors.ts"

const refusals = [
  wire(LockNotFound),
  wire(LockDetailDenied),
  wire(LockInactive),
  wire(FacilityNotFound),
  wire(LockLimitReached),
  wire(TransferRefused)
] as const

export class LockChangesApi extends HttpApiGroup.make("lockChanges")
  .add(
    HttpApiEndpoint.put("update", "/locks/update-lock", {
      query: companyQuery,
      payload: LockEdit,
      success: changed(ChangedLock),
      error: [
        ...refusals,
        wire(LockChangedMeanwhile),
        wire(StatusRefused),
        wire(UnitRefused),
        wire(CombinationRefused),
        wire(LockNotAvailable)
      ]
    })
      .annotate(DeclaredAccess, writes(Area.id.Locks))
      .annotate(OpenApi.Transform, withExample({ lockID: 74, secondaryLockStatus: 1005, unitNumber: "B-114" }))
      .annotate(OpenApi.Summary, "Change a lock: status, unit, color, facility, combination"),
    HttpApiEndpoint.put("transfer", "/locks/transfer-lock", {
      query: companyQuery,
      payload: Schema.Struct({ lockID: LockId, facilityID: FacilityId }),
      success: changed(ChangedLock),
      error: [...refusals]
    })
      .annotate(OpenApi.Transform, withExample({ lockID: 74, facilityID: 2 }))
      .annotate(DeclaredAccess, writes(Area.id.Locks))
      .annotate(
        OpenApi.Summary,
        "Move a lock to another facility; its unit is cleared, and a lock in a unit becomes Available"
      ),
    HttpApiEndpoint.post("undo", "/locks/undo", {
      query: companyQuery,
      payload: UndoRequest,
      /** `unchanged` if it was already undone. */
      success: Schema.Struct({ ...success(ChangedLock).fields, unchanged: Schema.optionalKey(Schema.Literal(true)) }),
      error: [wire(UndoRefused), wire(LockNotFound), wire(AccessDenied)]
    })
      // The access depends on the change: undoing an assignment needs the inventory, everything else the locks.
      .annotate(OpenApi.Transform, withExample({ lockID: 74 }))
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(
        OpenApi.Summary,
        "Undo a change of your own, by its audit record or the last one of a lock, if nothing moved since"
      ),
    HttpApiEndpoint.post("undoMany", "/locks/undo-many", {
      query: companyQuery,
      payload: Schema.Struct({ auditSeqs: Schema.Array(AuditSeq).check(Schema.isBetweenLength(1, undoneAtOnce)) }),
      /** `data` counts the changes that were undone, `unchanged` those that were already undone; `left` has the others. */
      success: Schema.Struct({
        success: Schema.Literal(true),
        message: Schema.String,
        data: Schema.Int,
        unchanged: Schema.Int,
        left: Schema.Array(LeftChange)
      })
    })
      .annotate(OpenApi.Transform, withExample({ auditSeqs: [301, 302] }))
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(
        OpenApi.Summary,
        "Undo your own changes by their audit records; changes that can't be undone are skipped"
      )
  )
  .annotate(OpenApi.Description, "Changes to locks") {}
