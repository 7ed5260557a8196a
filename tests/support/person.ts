import { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { permissionsOf } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { featuresOf } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"

/** A signed-in user for tests of pure rules: default permissions of the role, Premium, codes hidden. */
export const person = (roleID: RoleId, facts: Partial<(typeof LoggedInUser)["~type.make.in"]> = {}): LoggedInUser =>
  LoggedInUser.make({
    userID: UserId.make(1),
    email: "person@example.com",
    name: `${Role.label(roleID)} Person`,
    firstName: Role.label(roleID),
    lastName: "Person",
    companyID: CompanyId.make(1),
    companyName: "acme",
    ownCompanyID: CompanyId.make(facts.companyID ?? 1),
    ownCompanyName: facts.companyName ?? "acme",
    roleID,
    subscriptionTier: Tier.id.Premium,
    paidThrough: "2100-01-01T00:00:00.000Z",
    subscriptionSuspended: false,
    Features: featuresOf(Tier.id.Premium, true),
    Permissions: permissionsOf(roleID),
    fromSsoLogin: false,
    facilityIDs: [],
    hideLockCodes: true,
    hideLockCodesFlag: true,
    clientTimeout: 8 * 60 * 60 * 1000,
    ...facts
  })
