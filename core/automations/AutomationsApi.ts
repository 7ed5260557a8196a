import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { changed, companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { Feature } from "#core/companies/features.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { LockInactive, UnitRefused } from "#core/locks/LockChangeErrors.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { SettingsChangedMeanwhile } from "#core/settings/SettingsErrors.ts"
import { AutomationProfile, OverlockReleaseAction, VacantReleaseAction } from "./AutomationProfile.ts"
import { DeliveredLock, UnlockDelivery } from "./UnlockDelivery.ts"

const changesLockStatus = writes(Area.id.Automations, { feature: Feature.id.LockStatusChange })

/** Access for calls that change locks whose code a tenant has just received. */
const changesTenantLocks = writes(Area.id.Automations, {
  also: Area.id.TenantLocks,
  feature: Feature.id.LockStatusChange
})

/**
 * A new status, with the one before the edit (`was`): if it has changed since, the edit is refused. Without `was`, the last edit
 * wins.
 */
const edited = <Status extends Schema.Top>(status: Status) => Schema.Struct({ status, was: Schema.optionalKey(status) })

export class AutomationsApi extends HttpApiGroup.make("automations")
  .add(
    HttpApiEndpoint.get("profile", "/settings/automations", {
      query: companyQuery,
      success: success(AutomationProfile)
    })
      .annotate(DeclaredAccess, reads(Area.id.Automations))
      .annotate(OpenApi.Summary, "The company's automations"),
    HttpApiEndpoint.put("setVacant", "/settings/update-assigned-vacant", {
      query: companyQuery,
      payload: edited(VacantReleaseAction),
      success: changed(AutomationProfile),
      error: wire(SettingsChangedMeanwhile)
    })
      .annotate(DeclaredAccess, changesLockStatus)
      .annotate(OpenApi.Transform, withExample({ status: 1001 }))
      .annotate(OpenApi.Summary, "Set the status of an Assigned Vacant lock when its unlock code is delivered"),
    HttpApiEndpoint.put("setOverlock", "/settings/update-assigned-over-lock", {
      query: companyQuery,
      payload: edited(OverlockReleaseAction),
      success: changed(AutomationProfile),
      error: wire(SettingsChangedMeanwhile)
    })
      .annotate(DeclaredAccess, changesLockStatus)
      .annotate(OpenApi.Transform, withExample({ status: 1001 }))
      .annotate(OpenApi.Summary, "Set the status of an Assigned Overlock lock when its unlock code is delivered"),
    HttpApiEndpoint.post("unlockDelivered", "/locks/unlock-code-delivered", {
      query: companyQuery,
      payload: UnlockDelivery,
      success: success(Schema.Array(DeliveredLock)),
      error: [wire(LockNotFound), wire(FacilityNotFound), wire(LockInactive), wire(UnitRefused)]
    })
      .annotate(DeclaredAccess, changesTenantLocks)
      .annotate(OpenApi.Transform, withExample({ deliveryID: "sms-20481", serialCode: "10482233" }))
      .annotate(OpenApi.Summary, "Record an unlock-code delivery to a tenant, once per delivery")
  )
  .annotate(OpenApi.Description, "Automations") {}
