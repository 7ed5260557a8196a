import { featureRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Feature } from "#core/companies/features.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"

/** Parts of the facility form. */
export type FacilityPart = "contact" | "notifications" | "address" | "fms"

/** One step of the form: its name in the URL, its title, and its parts. */
export interface FacilityStep {
  readonly id: "contact" | "notifications" | "address" | "fms"
  readonly title: string
  readonly parts: ReadonlyArray<FacilityPart>
}

const contact: FacilityStep = { id: "contact", title: "Contact Details", parts: ["contact"] }
const notifications: FacilityStep = { id: "notifications", title: "Notification List", parts: ["notifications"] }
const address: FacilityStep = { id: "address", title: "Address", parts: ["address"] }
const fms: FacilityStep = { id: "fms", title: "FMS", parts: ["fms"] }
const addressWithFms: FacilityStep = { ...address, parts: ["address", "fms"] }

/** Tiers whose last step combines the address and the FMS. */
const merged: ReadonlySet<TierId> = new Set([
  Tier.id.LocksOnly,
  Tier.id.Basic,
  Tier.id.LocksOnly2025,
  Tier.id.Basic2025
])

/**
 * The steps of the facility form for a user (001 §4). Without FMSIntegration (Upgradeable once the subscription lapses)
 * there is no FMS. The notification list appears if combinations are hidden and the FMS has its own step.
 */
export const facilitySteps = (user: LoggedInUser): ReadonlyArray<FacilityStep> => {
  if (featureRefusal(user, Feature.id.FMSIntegration) !== null) return [contact, address]
  if (merged.has(user.subscriptionTier)) return [contact, addressWithFms]
  return user.hideLockCodesFlag ? [contact, notifications, address, fms] : [contact, address, fms]
}

/** Whether the facility form has the notification list, and so whether those on it are notified. */
export const hasNotificationList = (user: LoggedInUser): boolean => facilitySteps(user).includes(notifications)
