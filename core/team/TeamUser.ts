import { Schema } from "effect"
import { CompanyId, UserId } from "#core/base/ids.ts"
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
  status: Schema.Boolean,
  facilityIDs: Schema.Array(Schema.Int),
  companyID: CompanyId
})
export type TeamUser = typeof TeamUser.Type
