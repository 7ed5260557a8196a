import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
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

/** A user in the words of a record. */
export const userDetail = (facts: UserFacts): Detail => ({
  firstName: facts.firstName,
  lastName: facts.lastName,
  email: facts.email,
  role: Role.isId(facts.roleID) ? Role.label(facts.roleID) : String(facts.roleID),
  isActive: facts.isActive,
  facilities: facts.facilityIDs.length === 0 ? "all" : facts.facilityIDs.join(" ")
})

/** What a change made of a user: each changed fact, and what it was before as `fromEmail`. Empty where nothing changed. */
export const userChangeDetail = (before: UserFacts, after: UserFacts): Detail => {
  const [was, is] = [userDetail(before), userDetail(after)]
  return Object.fromEntries(
    Object.entries(is).flatMap(([name, value]) =>
      value === was[name]
        ? []
        : [
            [name, value],
            [`from${name.charAt(0).toUpperCase()}${name.slice(1)}`, was[name] ?? null]
          ]
    )
  )
}
