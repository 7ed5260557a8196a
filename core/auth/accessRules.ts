import { actsForAnother } from "./actingRules.ts"
import { Feature, FeatureAccess, type FeatureAccessId, type FeatureId, planIncludes } from "#core/companies/features.ts"
import type { Access } from "./Access.ts"
import { AccessDenied, FeatureNotIncluded, RoleNotAllowed, SignedOut } from "./AuthErrors.ts"
import type { LoggedInUser } from "./LoggedInUser.ts"
import { AccessLevel, type AccessLevelId, type AreaId } from "./permissions.ts"
import type { RoleId } from "./roles.ts"

/** The user's level in an area; None if the area is missing. */
export const accessLevel = (user: LoggedInUser, area: AreaId): AccessLevelId =>
  user.Permissions[String(area)]?.accessLevel ?? AccessLevel.id.None

/** The company's access to a feature; Off if the feature is missing. */
export const featureAccess = (user: LoggedInUser, feature: FeatureId): FeatureAccessId =>
  user.Features[String(feature)]?.accessLevel ?? FeatureAccess.id.Off

/** Why a feature is refused to a user's company, or null if it is included. */
export const featureRefusal = (user: LoggedInUser, feature: FeatureId): FeatureNotIncluded | null => {
  const access = featureAccess(user, feature)
  if (access === FeatureAccess.id.On) return null
  const turnedOff = planIncludes(user.subscriptionTier, feature)
  return new FeatureNotIncluded({
    data: {
      feature: Feature.row(feature).id,
      access,
      ...(turnedOff ? { turnedOff } : {}),
      ...(turnedOff && access === FeatureAccess.id.Upgradeable && user.subscriptionSuspended
        ? { suspended: true }
        : {}),
      ...(actsForAnother(user) ? { actingFor: user.companyName } : {})
    }
  })
}

/** Why an API key may make no calls, or null; null for people. */
export const keyRefusal = (user: LoggedInUser): FeatureNotIncluded | null =>
  user.apiKey === undefined ? null : featureRefusal(user, Feature.id.IntegrationAPI)

const roleRefusal = (user: LoggedInUser, roles: ReadonlySet<RoleId> | undefined): RoleNotAllowed | null =>
  roles === undefined || roles.has(user.roleID) ? null : new RoleNotAllowed({ data: { roles: [...roles] } })

export type AccessRefusal = SignedOut | AccessDenied | RoleNotAllowed | FeatureNotIncluded

/** Why a user may not make a call with this access, or null if they may. A null user is not signed in. */
export const accessRefusal = (user: LoggedInUser | null, access: Access): AccessRefusal | null => {
  if (access.kind === "public") return null
  if (user === null) return new SignedOut()
  if (access.kind === "session") return roleRefusal(user, access.roles)
  const areas = access.also === undefined ? [access.area] : [access.area, access.also]
  const area = areas.find((each) => accessLevel(user, each) < access.level)
  if (area !== undefined) return new AccessDenied({ data: { area, level: access.level } })
  const byRole = roleRefusal(user, access.roles)
  if (byRole !== null) return byRole
  return access.feature === undefined ? null : featureRefusal(user, access.feature)
}
