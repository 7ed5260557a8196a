import type { AuditAction } from "#core/audit/AuditRecord.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { UserId } from "#core/base/ids.ts"
import { recordedUser } from "#core/team/recordedUser.ts"
import type { UserFacts } from "#core/team/userRules.ts"
import { type AuditEntry, doneBy } from "../audit/auditEntry.ts"

type Detail = NonNullable<AuditEntry["detail"]>

/** The subject of a user's audit records. */
export const userSubject = (userID: UserId): string => `user:${userID}`

/** The audit record of an action on a user of the same company. */
export const userRecord = (
  user: LoggedInUser,
  at: string,
  action: Extract<AuditAction, `users.${string}`>,
  userID: UserId,
  detail: Detail
): AuditEntry => ({
  ...doneBy(user),
  at,
  action,
  subject: userSubject(userID),
  // A record's `userID` is the actor.
  detail: { ofUserID: userID, ...detail }
})

/** The changed values of a user; empty if nothing changed. */
export const userChangeDetail = (before: UserFacts, after: UserFacts): Detail =>
  recordedChange(recordedUser(before), recordedUser(after))
