import { Schema } from "effect"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { CompanyId, FacilityId, Instant, UserId } from "#core/base/ids.ts"
import { Role } from "#core/auth/roles.ts"

/** A team user (002 §3). An empty `facilityIDs` means all facilities. */
export const TeamUser = Schema.Struct({
  userID: UserId,
  name: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  email: Schema.String,
  roleID: Role.Id,
  roleName: Schema.String,
  /** Whether they are active. */
  status: Schema.Boolean,
  facilityIDs: Schema.Array(FacilityId),
  companyID: CompanyId,
  /** Required by the documents, which do not explain it: always 0, and ignored in requests. */
  userInRole: Schema.Int,
  /** Whether they were invited and have no password yet. */
  invited: Schema.Boolean,
  /** Why the latest invitation couldn't be delivered; null otherwise. */
  inviteFailure: Schema.NullOr(Schema.String),
  /** When they last used Lockdesk, rounded to the minute; null for never. */
  lastSeenOn: Schema.NullOr(Instant),
  /** Incremented by each change: an edit based on an older version is refused. */
  version: Schema.Int,
  ...updatedBy
})
export type TeamUser = typeof TeamUser.Type

/** A role that can be assigned (002 §3). */
export const RoleOption = Schema.Struct({ id: Role.Id, name: Schema.String })
export type RoleOption = typeof RoleOption.Type
