import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { companyQuery } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"

/** The maximum number of locks assigned in one call; `/jobs/assign` handles more. */
export const assignedAtOnce = 10_000

/** A lock that was not assigned, and why. */
export const LeftLock = Schema.Struct({
  lockID: LockId,
  code: Schema.String,
  error: Schema.String,
  next: Schema.String
})
export type LeftLock = typeof LeftLock.Type

export class InventoryApi extends HttpApiGroup.make("inventory")
  .add(
    HttpApiEndpoint.post("assign", "/locks/assign-inventory-locks", {
      query: companyQuery,
      payload: Schema.Struct({
        lockIds: Schema.Array(LockId).check(Schema.isBetweenLength(1, assignedAtOnce)),
        facilityId: FacilityId
      }),
      /**
       * `data` counts the locks that were activated, `unchanged` those already at the facility; `undo` lists the audit
       * numbers that undo the activations, `left` the locks that were not activated.
       */
      success: Schema.Struct({
        success: Schema.Literal(true),
        message: Schema.String,
        data: Schema.Int,
        unchanged: Schema.Int,
        undo: Schema.Array(AuditSeq),
        left: Schema.Array(LeftLock)
      }),
      error: [wire(FacilityNotFound)]
    })
      .annotate(DeclaredAccess, writes(Area.id.Inventory, { also: Area.id.ActivateLocks }))
      .annotate(OpenApi.Transform, withExample({ lockIds: [74, 75], facilityId: 1 }))
      .annotate(OpenApi.Summary, "Assign inventory locks to a facility; locks that can't be assigned are skipped")
  )
  .annotate(OpenApi.Description, "The inventory") {}
