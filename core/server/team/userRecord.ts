import type { AuditAction } from "#core/audit/AuditRecord.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { recordedUser } from "#core/team/recordedUser.ts"
import type { UserFacts } from "#core/team/userRules.ts"
import { type AuditEntry, doneBy } from "../audit/auditEntry.ts"

type Detail = NonNullable<AuditEntry["detail"]>

/** What a record about a user is found by. */
export const userSubject = (userID: number): string => `user:${userID}`

/** The record of what somebody did with a user of their company. */
export const userRecord = (
  user: LoggedInUser,
  at: string,
  action: Extract<AuditAction, `users.${string}`>,
  userID: number,
  detail: Detail
): AuditEntry => ({
  ...doneBy(user),
  at,
  action,
  subject: userSubject(userID),
  // `userID` of a record is who did it.
  detail: { ofUserID: userID, ...detail }
})

/** What a change made of a user; empty where nothing changed. */
export const userChangeDetail = (before: UserFacts, after: UserFacts): Detail =>
  recordedChange(recordedUser(before), recordedUser(after))
