import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { locksOnlyTiers } from "#core/companies/tiers.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { DriftNeedsUnits } from "./DriftErrors.ts"

/** What of a facility decides whether there is anything to compare its locks with. */
export interface Comparable {
  readonly facilityID: number
  readonly software: FmsId
  /** Whether it is reached over a connection, as far as one knows. */
  readonly connected: boolean
}

/** Why the locks of a facility cannot be compared with its software, or null. */
export const driftRefusal = (
  { subscriptionTier }: Pick<LoggedInUser, "subscriptionTier">,
  { facilityID, software, connected }: Comparable
): DriftNeedsUnits | null => {
  const refused = (reason: DriftNeedsUnits["data"]["reason"]) => new DriftNeedsUnits({ data: { facilityID, reason } })
  if (locksOnlyTiers.has(subscriptionTier)) return refused("LocksOnly")
  if (software === Fms.id.NotListed) return refused("NoSoftware")
  return connected && fmsProfiles[software].connection === "wire" ? null : refused("NotConnected")
}
