import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { locksOnlyTiers } from "#core/companies/tiers.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { DriftNeedsUnits } from "./DriftErrors.ts"

/** The facts that decide whether a facility's locks can be compared with units. */
export interface Comparable {
  readonly facilityID: FacilityId
  readonly software: FmsId
  /** Whether its software has a connection, as far as the caller knows. */
  readonly connected: boolean
}

/** Why the locks of a facility can't be compared with its software, or null. */
export const driftRefusal = (
  { subscriptionTier }: Pick<LoggedInUser, "subscriptionTier">,
  { facilityID, software, connected }: Comparable
): DriftNeedsUnits | null => {
  const refused = (reason: DriftNeedsUnits["data"]["reason"]) => new DriftNeedsUnits({ data: { facilityID, reason } })
  if (locksOnlyTiers.has(subscriptionTier)) return refused("LocksOnly")
  if (software === Fms.id.NotListed) return refused("NoSoftware")
  return connected && fmsProfiles[software].connection === "wire" ? null : refused("NotConnected")
}
