import type { Problem } from "#core/api/problem.ts"
import { ViewingOnly } from "#core/auth/AuthErrors.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import * as Roles from "#core/roles/RoleErrors.ts"
import * as Settings from "#core/settings/SettingsErrors.ts"
import * as Viewing from "#core/viewing/ViewingErrors.ts"

const issues = [{ path: "value", message: "Timeout value must be between 10 minutes and 7 days" }]
const admin = { role: Role.id.Admin }

/** The failures of settings, roles and view-as (see `words.test.ts`). */
export const settingsFailures: ReadonlyArray<readonly [Problem, number, string]> = [
  [new Settings.SettingRefused({ data: { issues } }), 422, "Timeout value must be between 10 minutes and 7 days"],
  [new Settings.ReportNeedsHiddenCodes(), 422, "The daily email report needs 'Hide All Lock Codes' to be on."],
  [new Settings.SettingNotOffered(), 422, "Your company doesn't have this setting."],
  [
    new Settings.SettingsChangedMeanwhile({ data: { fields: ["contactName"], updatedBy: "Ada Marsh" } }),
    409,
    "These settings were changed by Ada Marsh since you opened them."
  ],
  [
    new Roles.RoleChangedMeanwhile({ data: { role: Role.id.Admin, areas: [Area.id.Users], updatedBy: "Ada Marsh" } }),
    409,
    "These permissions were changed by Ada Marsh since you opened them."
  ],
  [
    new Roles.RoleFixed({ data: { role: Role.id.SuperAdmin } }),
    422,
    "The permissions of Super Admin are the same in every company."
  ],
  [new Roles.RoleAboveYours({ data: admin }), 403, "Changing the permissions of Admin needs Write on Edit Admins."],
  [
    new Roles.LevelAboveYours({ data: { area: Area.id.Users, level: AccessLevel.id.Write } }),
    403,
    "You can't give Write on Users, because you don't have it yourself."
  ],
  [new Roles.OwnRoleKeepsUsers(), 422, "You can't take Write on Users away from your own role."],
  [new Roles.LastEditor(), 422, "Nobody in the company would have Write on Users."],
  [new ViewingOnly({ data: { as: "Owner" } }), 403, "You are viewing as Owner, so you can't do this."],
  [
    new Viewing.ViewAboveYours({ data: { as: "Owner" } }),
    403,
    "You can't view as Owner, because they have access that you don't have."
  ],
  [new Viewing.ViewTargetNotFound(), 404, "Your company has no such role or active user."]
]
