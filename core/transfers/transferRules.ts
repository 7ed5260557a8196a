import { limitRefusal } from "#core/activation/activationRules.ts"
import type { LockLimitReached } from "#core/activation/ActivationErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { isEmail } from "#core/base/fieldWords.ts"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import {
  TransferAlreadyAccepted,
  TransferEmailInvalid,
  TransferExpired,
  TransferNotFound,
  TransferNotYours
} from "./TransferErrors.ts"

/** Roles that may accept a transfer for their company: its client admins (DECISIONS, Roles and permissions). */
export const approvingRoles: ReadonlySet<RoleId> = new Set([Role.id.Admin, Role.id.Owner])

/** Whether two texts are the same email address. */
export const sameEmail = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Why an email address can't be invited, or null. */
export const invitedRefusal = (email: string): TransferEmailInvalid | null =>
  isEmail(email.trim()) ? null : new TransferEmailInvalid()

/** The current state of a transfer. */
export interface TransferFacts {
  readonly facilityID: FacilityId
  readonly facilityName: string
  /** The company that has the facility now. */
  readonly companyID: CompanyId
  /** The company that offered it. */
  readonly fromCompanyID: CompanyId
  readonly email: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Accepted, canceled, or replaced by a newer one. */
  readonly closed: boolean
}

/** Whether a transfer is complete for a user: the facility belongs to their company. */
export const isTheirs = (user: Pick<LoggedInUser, "companyID">, transfer: Pick<TransferFacts, "companyID">): boolean =>
  transfer.companyID === user.companyID

/**
 * Why a transfer is hidden from a user, or null. Users it was not sent to learn only that, and nothing about the
 * facility; a closed one does not exist for anyone except the company that has the facility.
 */
export const offerRefusal = (
  user: Pick<LoggedInUser, "companyID" | "email">,
  transfer: TransferFacts,
  now: number
): TransferNotFound | TransferExpired | TransferNotYours | null => {
  if (isTheirs(user, transfer)) return null
  if (transfer.closed || transfer.companyID !== transfer.fromCompanyID) return new TransferNotFound()
  if (!sameEmail(user.email, transfer.email)) return new TransferNotYours()
  return now >= transfer.expiresAt ? new TransferExpired() : null
}

/** Why a user may not accept a transfer, or null: the reasons to hide it, then that it is already theirs. */
export const acceptRefusal = (
  user: Pick<LoggedInUser, "companyID" | "email">,
  transfer: TransferFacts,
  now: number
): TransferAlreadyAccepted | TransferNotFound | TransferExpired | TransferNotYours | null => {
  const { facilityID, facilityName } = transfer
  if (isTheirs(user, transfer)) return new TransferAlreadyAccepted({ data: { facilityID, facilityName } })
  return offerRefusal(user, transfer, now)
}

/** Why the company that receives a facility has no room for its counted locks, or null. */
export const roomRefusal = (
  facilityID: FacilityId,
  countedLocks: number,
  maxLocks: number | null
): LockLimitReached | null =>
  // `limitRefusal` checks for one more lock, so pass one less.
  countedLocks === 0 ? null : limitRefusal(facilityID, countedLocks - 1, maxLocks)
