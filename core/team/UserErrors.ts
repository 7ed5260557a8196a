import { Schema } from "effect"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { UserId } from "#core/base/ids.ts"
import { defineProblem, FieldIssue, refusedFields } from "#core/base/problem.ts"
import { Role, siteLevelRoles } from "#core/auth/roles.ts"

/** No user of the company has this id. */
export class UserNotFound extends defineProblem<UserNotFound>()({
  tag: "UserNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ userID: UserId }),
  words: (data) => ({
    error: `Your company has no user ${data.userID}.`,
    next: "See the list of users."
  })
}) {}

/** Fields of the user form break a rule of 002 §5; `issues` name each. */
export class UserRefused extends defineProblem<UserRefused>()({
  tag: "UserRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({ issues: Schema.Array(FieldIssue) }),
  words: refusedFields.words
}) {}

/** The caller may neither assign this role nor edit people who have it (000 §6). */
export class UserRoleRefused extends defineProblem<UserRoleRefused>()({
  tag: "UserRoleRefused",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ roleID: Role.Id }),
  words: (data) => ({
    error: `Insufficient Permissions: you can't change users with the role ${Role.label(data.roleID)}, or give it.`,
    next:
      data.roleID === Role.id.SuperAdmin
        ? "Only a Super Admin can, in their own company."
        : siteLevelRoles.has(data.roleID)
          ? "Only a Super Admin or a Site Admin can, in their own company."
          : "Ask an Owner of your company."
  })
}) {}

/** Users can't change their own role, facilities or status: that could lock them out, or give them more access. */
export class OwnUserRefused extends defineProblem<OwnUserRefused>()({
  tag: "OwnUserRefused",
  status: 403,
  exit: "denied",
  words: {
    error: "You can't change your own role, facilities or status.",
    next: "Change your name, email and password in Manage Account. Ask another admin for the rest."
  }
}) {}

/** The user works at facilities outside the caller's. */
export class UserElsewhere extends defineProblem<UserElsewhere>()({
  tag: "UserElsewhere",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ userID: UserId }),
  words: {
    error: "This user works at facilities that you don't have access to.",
    next: "Ask an admin with access to all facilities."
  }
}) {}

/** The company would have no active Owner left (DECISIONS, Roles). */
export class LastOwner extends defineProblem<LastOwner>()({
  tag: "LastOwner",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ userID: UserId }),
  words: {
    error: "This is the last active Owner of your company.",
    next: "Make someone else an Owner first."
  }
}) {}

/** The message of `UserChangedMeanwhile`, which a form shows before it is sent, too. */
export const userChanged = changedMeanwhile("This user was", "them")

/** The user was changed after they were opened. Nothing was saved. */
export class UserChangedMeanwhile extends defineProblem<UserChangedMeanwhile>()({
  tag: "UserChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ userID: UserId, version: Schema.Int, ...updatedBy }),
  words: userChanged
}) {}

/** Only active users without a password can be invited. */
export class InvitationRefused extends defineProblem<InvitationRefused>()({
  tag: "InvitationRefused",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ userID: UserId, why: Schema.Literals(["inactive", "joined"]) }),
  words: (data) =>
    data.why === "inactive"
      ? { error: "This user is inactive.", next: "Activate them first." }
      : {
          error: "This user has set a password already.",
          next: "If they forgot it, they can request a reset link on the sign-in page."
        }
}) {}
