import * as Account from "#core/account/AccountErrors.ts"
import type { Problem } from "#core/api/problem.ts"
import * as Audit from "#core/audit/AuditErrors.ts"
import * as Auth from "#core/auth/AuthErrors.ts"
import { UserId } from "#core/base/ids.ts"
import * as Users from "#core/team/UserErrors.ts"

const issues = [{ path: "firstName", message: "First name is required." }]

/** The failures of team users and the user's own account (see `words.test.ts`). */
export const teamFailures: ReadonlyArray<readonly [Problem, number, string | RegExp]> = [
  [new Auth.EmailInUse({ data: {} }), 409, "Email already in use."],
  [new Account.AccountRefused({ data: { issues } }), 422, "First name is required."],
  [new Account.NothingChanged(), 422, "Nothing has changed"],
  [new Account.PasswordNotShown(), 403, "Confirm your password first."],
  [
    new Account.NameChangedMeanwhile({ data: { fields: ["lastName"] } }),
    409,
    "Your name was changed since you opened it."
  ],
  [new Audit.ChangeNotFound({ data: { seq: 7 } }), 404, "You made no change with the number 7 in this company."],
  [new Audit.ChangeStays({ data: { reason: "ChangedSince", action: "users.update" } }), 409, /^It has changed since/],
  [new Audit.ChangeStays({ data: { reason: "Final", action: "users.invite" } }), 409, /^An invitation that was sent/],
  [new Audit.ChangeStays({ data: { reason: "Final", action: "auth.login" } }), 409, /^'auth.login' is not a change/],
  [new Users.UserNotFound({ data: { userID: UserId.make(7) } }), 404, "Your company has no user 7."],
  [new Users.UserRefused({ data: { issues } }), 422, "First name is required."],
  [
    new Users.UserRoleRefused({ data: { roleID: 10 } }),
    403,
    "Insufficient Permissions: you can't change users with the role Owner, or give it."
  ],
  [new Users.OwnUserRefused(), 403, "You can't change your own role, facilities or status."],
  [new Users.UserElsewhere({ data: { userID: UserId.make(7) } }), 403, /^This user works at facilities/],
  [new Users.LastOwner({ data: { userID: UserId.make(7) } }), 409, "This is the last active Owner of your company."],
  [
    new Users.UserChangedMeanwhile({ data: { userID: UserId.make(7), version: 2, updatedBy: null } }),
    409,
    "This user was changed by someone else since you opened them."
  ],
  [new Users.InvitationRefused({ data: { userID: UserId.make(7), why: "inactive" } }), 409, "This user is inactive."],
  [
    new Users.InvitationRefused({ data: { userID: UserId.make(7), why: "joined" } }),
    409,
    "This user has set a password already."
  ]
]
