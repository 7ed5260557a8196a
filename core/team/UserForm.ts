import { Schema } from "effect"
import { FacilityId, UserId } from "#core/base/ids.ts"

const Text = Schema.String.check(Schema.isMaxLength(500))

/** The maximum number of facilities of a user, well above the largest company. */
const FacilityIds = Schema.Array(FacilityId).check(Schema.isMaxLength(10_000))

const fields = {
  firstName: Schema.optionalKey(Text),
  lastName: Schema.optionalKey(Text),
  email: Schema.optionalKey(Text),
  roleID: Schema.optionalKey(Schema.Int),
  isActive: Schema.optionalKey(Schema.Boolean),
  /** Empty for all facilities. */
  facilityIDs: Schema.optionalKey(FacilityIds),
  /** Whether the user has all facilities: false with an empty list is refused. Without it, an empty list means all. */
  facilityAllIDs: Schema.optionalKey(Schema.Boolean),
  /** Sent by the documents' clients and ignored: the guard knows the company, and `roleID` gives the role. */
  roleName: Schema.optionalKey(Text),
  companyId: Schema.optionalKey(Schema.Int),
  userInRole: Schema.optionalKey(Schema.Int)
}

/** Body of POST /users/add-user (002 §7). `userID` is 0 or missing. */
export const NewUser = Schema.Struct({ ...fields, userID: Schema.optionalKey(Schema.Int) })
export type NewUser = typeof NewUser.Type

/**
 * Body of PUT /users/update-user. Missing fields stay; if someone else changed the user since `version`, the edit is
 * refused.
 */
export const UserEdit = Schema.Struct({ ...fields, userID: UserId, version: Schema.optionalKey(Schema.Int) })
export type UserEdit = typeof UserEdit.Type
