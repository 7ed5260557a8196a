import { Schema } from "effect"
import { askAnAdmin } from "#core/base/fieldWords.ts"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { defineProblem } from "#core/base/problem.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"

/** A role whose permissions companies can't change. */
export class RoleFixed extends defineProblem<RoleFixed>()({
  tag: "RoleFixed",
  status: 422,
  exit: "denied",
  data: Schema.Struct({ role: Role.Id }),
  words: ({ role }) => ({
    error: `The permissions of ${Role.label(role)} are the same in every company.`,
    next: "Choose a role of your own company."
  })
}) {}

/** Owners and Admins can be changed only by roles allowed to edit them (000 §6: A305, A306). */
export class RoleAboveYours extends defineProblem<RoleAboveYours>()({
  tag: "RoleAboveYours",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ role: Role.Id }),
  words: ({ role }) => ({
    error:
      role === Role.id.Owner
        ? "Only a Super Admin, a Site Admin or an Owner can change the permissions of Owner."
        : `Changing the permissions of ${Role.label(role)} needs Write on Edit Admins.`,
    next: role === Role.id.Owner ? "Ask an Owner of your company." : askAnAdmin
  })
}) {}

/** Users can't give permissions they don't have. */
export class LevelAboveYours extends defineProblem<LevelAboveYours>()({
  tag: "LevelAboveYours",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ area: Area.Id, level: AccessLevel.Id }),
  words: ({ area, level }) => ({
    error: `You can't give ${AccessLevel.label(level)} on ${Area.label(area)}, because you don't have it yourself.`,
    next: askAnAdmin
  })
}) {}

/** A user's own role keeps Write on Users: otherwise its members could not change it back. */
export class OwnRoleKeepsUsers extends defineProblem<OwnRoleKeepsUsers>()({
  tag: "OwnRoleKeepsUsers",
  status: 422,
  exit: "conflict",
  words: {
    error: "You can't take Write on Users away from your own role.",
    next: "Ask someone with another role to change it."
  }
}) {}

/** The message of `RoleChangedMeanwhile`, which a form shows before it is sent, too. */
export const roleChanged = changedMeanwhile("These permissions were", "them")

/** The role's permissions were changed after they were opened. Nothing was saved. */
export class RoleChangedMeanwhile extends defineProblem<RoleChangedMeanwhile>()({
  tag: "RoleChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ role: Role.Id, areas: Schema.Array(Area.Id), ...updatedBy }),
  words: roleChanged
}) {}

/** At least one user of the company must be able to change permissions and users. */
export class LastEditor extends defineProblem<LastEditor>()({
  tag: "LastEditor",
  status: 422,
  exit: "conflict",
  words: {
    error: "Nobody in the company would have Write on Users.",
    next: "Give another role Write on Users first."
  }
}) {}
