import { limitRefusal } from "#core/activation/activationRules.ts"
import type { LockLimitReached } from "#core/activation/ActivationErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { isEmail } from "#core/base/fieldWords.ts"
import {
  TransferAlreadyAccepted,
  TransferEmailInvalid,
  TransferExpired,
  TransferNotFound,
  TransferNotYours
} from "./TransferErrors.ts"

/** Roles that may approve a transfer to their company: its client admins (DECISIONS, Roles and permissions). */
export const approvingRoles: ReadonlySet<RoleId> = new Set([Role.id.Admin, Role.id.Owner])

/** Two ways to write one email address. */
export const sameEmail = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Why nobody can be invited at an email address, or null. */
export const invitedRefusal = (email: string): TransferEmailInvalid | null =>
  isEmail(email.trim()) ? null : new TransferEmailInvalid()

/** A transfer as it stands. */
export interface TransferFacts {
  readonly facilityID: number
  readonly facilityName: string
  /** The company that has the facility now. */
  readonly companyID: number
  /** The company that offered it. */
  readonly fromCompanyID: number
  readonly email: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Accepted by somebody, withdrawn, or replaced by a newer one. */
  readonly closed: boolean
}

/** Whether a transfer has nothing left to do for a user: the facility is their company's. */
export const isTheirs = (user: Pick<LoggedInUser, "companyID">, transfer: Pick<TransferFacts, "companyID">): boolean =>
  transfer.companyID === user.companyID

/**
 * Why a transfer is not shown to a user, or null. Whoever it was not sent to learns that and nothing of the facility; a
 * closed one is gone for everybody but the company that has it.
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

/** Why a user may not accept a transfer, or null: what hides it from them, then that it is theirs already. */
export const acceptRefusal = (
  user: Pick<LoggedInUser, "companyID" | "email">,
  transfer: TransferFacts,
  now: number
): TransferAlreadyAccepted | TransferNotFound | TransferExpired | TransferNotYours | null => {
  const { facilityID, facilityName } = transfer
  if (isTheirs(user, transfer)) return new TransferAlreadyAccepted({ data: { facilityID, facilityName } })
  return offerRefusal(user, transfer, now)
}

/** Why the counted locks of a facility do not fit the company it goes to, or null. */
export const roomRefusal = (
  facilityID: number,
  countedLocks: number,
  maxLocks: number | null
): LockLimitReached | null =>
  // As many as fit may come; one more may not.
  countedLocks === 0 ? null : limitRefusal(facilityID, countedLocks - 1, maxLocks)
