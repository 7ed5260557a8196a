import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"
import { AccessLevel, Area } from "./permissions.ts"
import { Role } from "./roles.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"

/** No session, or one that has ended. 000 §8. */
export class SignedOut extends Schema.TaggedError<SignedOut>()("SignedOut", problemFields, { httpApiStatus: 401 }) {}

/** E-mail and password do not belong together. The same for an unknown e-mail. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", problemFields, {
  httpApiStatus: 401
}) {}

/** A one-time address that was used, has run out or never existed. */
export class LinkExpired extends Schema.TaggedError<LinkExpired>()("LinkExpired", problemFields, {
  httpApiStatus: 410
}) {}

/** The permission of the session does not reach: names the area and the level needed. */
export class AccessDenied extends Schema.TaggedError<AccessDenied>()(
  "AccessDenied",
  { ...problemFields, data: Schema.Struct({ area: Area.Id, level: AccessLevel.Id }) },
  { httpApiStatus: 403 }
) {}

/** Only some roles may do this, whatever their permissions. */
export class RoleNotAllowed extends Schema.TaggedError<RoleNotAllowed>()(
  "RoleNotAllowed",
  { ...problemFields, data: Schema.Struct({ roles: Schema.Array(Role.Id) }) },
  { httpApiStatus: 403 }
) {}

/** The company's plan does not include this. */
export class FeatureNotIncluded extends Schema.TaggedError<FeatureNotIncluded>()(
  "FeatureNotIncluded",
  { ...problemFields, data: Schema.Struct({ feature: Feature.Id, access: FeatureAccess.Id }) },
  { httpApiStatus: 403 }
) {}

/** Asked too often. `retryAfter` is in seconds. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()(
  "TooManyRequests",
  { ...problemFields, data: Schema.Struct({ retryAfter: Schema.Int }) },
  { httpApiStatus: 429 }
) {}

/** The company is uploading as many files as it may at once. */
export class UploadsBusy extends Schema.TaggedError<UploadsBusy>()(
  "UploadsBusy",
  { ...problemFields, data: Schema.Struct({ atOnce: Schema.Int }) },
  { httpApiStatus: 429 }
) {}

/** A new password that breaks a rule of 000 §5. */
export class PasswordRefused extends Schema.TaggedError<PasswordRefused>()(
  "PasswordRefused",
  { ...problemFields, data: Schema.Struct({ rule: Schema.Literals(["TooShort", "TooLong", "TooCommon"]) }) },
  { httpApiStatus: 422 }
) {}

/** A site-level role named a company that does not exist. */
export class CompanyNotFound extends Schema.TaggedError<CompanyNotFound>()(
  "CompanyNotFound",
  { ...problemFields, data: Schema.Struct({ companyID: Schema.Int }) },
  { httpApiStatus: 404 }
) {}
