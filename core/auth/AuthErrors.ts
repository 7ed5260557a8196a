import { Schema } from "effect"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import { askAnAdmin } from "#core/base/fieldWords.ts"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"
import { waitWords } from "#core/base/waitWords.ts"
import { AccessLevel, Area } from "./permissions.ts"
import { companyKeeperRoles, Role, type RoleId, siteLevelRoles } from "./roles.ts"
import { LimitedThing } from "./limitedThings.ts"
import { Feature, FeatureAccess, featureName, planWith } from "#core/companies/features.ts"

/** There is no session, or it has ended. 000 §8. */
export class SignedOut extends defineProblem<SignedOut>()({
  tag: "SignedOut",
  status: 401,
  exit: "signedOut",
  words: { error: "You have been logged out. Please log back in.", next: "Sign in again." }
}) {}

/** A call with an API key that doesn't exist, is inactive, has expired, or was rotated or deleted. */
export class ApiKeyNotAccepted extends defineProblem<ApiKeyNotAccepted>()({
  tag: "ApiKeyNotAccepted",
  status: 401,
  exit: "signedOut",
  words: {
    error: "This API key doesn't exist, is inactive or has expired.",
    next: "Check it under Integrations, API Settings, or run lockdesk api-keys ls."
  }
}) {}

/**
 * The email and password do not match. An unknown email gets the same response. `only` is present if signed-in users
 * entered their own password again: their email is right.
 */
export class WrongCredentials extends defineProblem<WrongCredentials>()({
  tag: "WrongCredentials",
  status: 401,
  exit: "signedOut",
  data: Schema.Struct({ only: Schema.optionalKey(Schema.Literal("password")) }),
  words: ({ only }) =>
    only === "password"
      ? { error: "The password is wrong.", next: "Check it and try again." }
      : {
          error: "Email or password is wrong.",
          next: "Check both and try again, or use the forgot-password link."
        }
}) {}

/** A one-time link that was used, has expired or never existed. */
export class LinkExpired extends defineProblem<LinkExpired>()({
  tag: "LinkExpired",
  status: 410,
  exit: "signedOut",
  words: { error: "Your link has expired.", next: "Request a new one." }
}) {}

/** The permission of the session, or of the API key, is too low. Names the area and the level needed. */
export class AccessDenied extends defineProblem<AccessDenied>()({
  tag: "AccessDenied",
  status: 403,
  exit: "denied",
  data: Schema.Struct({
    area: Area.Id,
    level: AccessLevel.Id,
    /** Set if an API key made the call. */
    byKey: Schema.optionalKey(Schema.Literal(true))
  }),
  words: ({ area, level, byKey }) => ({
    error: `Insufficient Permissions: this${byKey ? " API key" : ""} needs ${AccessLevel.label(level)} on ${Area.label(area)}.`,
    next: byKey ? "Give it to the key under Integrations, API Settings." : askAnAdmin
  })
}) {}

/**
 * The labels of roles: `A`, `A or B`, `A, B, or C`. Hand-written because the first `Intl.ListFormat` of a process takes 10 ms,
 * which would delay the opening of the palette.
 */
const anyOf = (roles: Iterable<RoleId>): string => {
  const names = Array.from(roles, Role.label)
  return names.length > 2 ? `${names.slice(0, -1).join(", ")}, or ${names.at(-1)}` : names.join(" or ")
}

/** Names the allowed roles, or the others if those are fewer. */
const rolesText = (allowed: ReadonlyArray<RoleId>): string => {
  const others = Role.ids.filter((role) => !allowed.includes(role))
  return others.length < allowed.length ? `a role other than ${anyOf(others)}` : `the role ${anyOf(allowed)}`
}

/** Only some roles may do this, regardless of permissions. */
export class RoleNotAllowed extends defineProblem<RoleNotAllowed>()({
  tag: "RoleNotAllowed",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ roles: Schema.Array(Role.Id) }),
  words: (data) => ({
    error: `Insufficient Permissions: this needs ${rolesText(data.roles)}.`,
    // No admin of a company can give one of these roles.
    next: data.roles.every((role) => siteLevelRoles.has(role)) ? "Contact support." : askAnAdmin
  })
}) {}

/** Who can change a company's plan and features. */
const keepers = anyOf(companyKeeperRoles)

/**
 * The company's plan does not include this feature, or it does but the feature is `turnedOff`, because the subscription is
 * `suspended`, it has lapsed, or the head office turned the feature off.
 */
export class FeatureNotIncluded extends defineProblem<FeatureNotIncluded>()({
  tag: "FeatureNotIncluded",
  status: 403,
  exit: "denied",
  data: Schema.Struct({
    feature: Feature.Id,
    access: FeatureAccess.Id,
    turnedOff: Schema.optionalKey(Schema.Literal(true)),
    suspended: Schema.optionalKey(Schema.Literal(true)),
    /** The company that the head office acts for; absent in one's own. */
    actingFor: Schema.optionalKey(Schema.String)
  }),
  words: ({ feature, access, turnedOff, suspended, actingFor }) => {
    const [plan, change] =
      actingFor === undefined
        ? ["Your plan", null]
        : [`The plan of ${actingFor}`, `A ${keepers} can change that under Companies.`]
    if (turnedOff) {
      // Only the head office turns a feature Off; without a subscription it is Upgradeable.
      const isLapsed = !suspended && access === FeatureAccess.id.Upgradeable
      return {
        error: `${plan} includes ${featureName(feature)}, but ${suspended ? "the subscription is suspended" : "it is turned off"}.`,
        next: change ?? (isLapsed ? "Renew your subscription or contact support." : "Contact support.")
      }
    }
    return {
      error: `${plan} does not include ${featureName(feature)}.`,
      next:
        access === FeatureAccess.id.Upgradeable
          ? `It is part of the ${planWith(feature)} plan and above. ${change ?? "Upgrade your plan to use it."}`
          : (change ?? "Contact support.")
    }
  }
}) {}

/**
 * API keys can never make this call, whatever their areas: it concerns a person's own session, or the keys themselves.
 */
export class NotForApiKeys extends defineProblem<NotForApiKeys>()({
  tag: "NotForApiKeys",
  status: 403,
  exit: "denied",
  words: {
    error: "API keys can't make this call.",
    next: "Sign in as a person."
  }
}) {}

/** A user who views the console as someone else can only read. */
export class ViewingOnly extends defineProblem<ViewingOnly>()({
  tag: "ViewingOnly",
  status: 403,
  exit: "denied",
  data: Schema.Struct({ as: Schema.String }),
  words: ({ as }) => ({
    error: `You are viewing as ${as}, so you can't do this.`,
    next: "Stop viewing first."
  })
}) {}

const spans: Readonly<Record<number, string>> = { 60: "a minute", 3600: "an hour", 86_400: "a day" }

const reachedWords = (limit: {
  readonly what: LimitedThing
  readonly times: number
  readonly seconds: number
}): string => {
  const span = spans[limit.seconds] ?? `in ${countOf(Math.ceil(limit.seconds / 60), "minute")}`
  return limit.what === "reveals of this serial code"
    ? `This serial code has reached its limit of ${countText(limit.times)} reveals ${span}.`
    : `You have reached your limit of ${countText(limit.times)} ${limit.what} ${span}.`
}

/** Too many requests. `retryAfter` is in seconds; `limit` is the limit of the user or serial code, if it is one that people know. */
export class TooManyRequests extends defineProblem<TooManyRequests>()({
  tag: "TooManyRequests",
  status: 429,
  exit: "conflict",
  retryAfter: ({ retryAfter }) => retryAfter,
  data: Schema.Struct({
    retryAfter: Schema.Int,
    limit: Schema.optionalKey(Schema.Struct({ what: LimitedThing, times: Schema.Int, seconds: Schema.Int }))
  }),
  words: ({ retryAfter, limit }) => ({
    error: limit === undefined ? "Too many requests." : reachedWords(limit),
    next: waitWords(retryAfter)
  })
}) {}

/** How many seconds to wait for uploads to finish. */
const uploadWait = 10

/** The company already has as many uploads running as it may. */
export class UploadsBusy extends defineProblem<UploadsBusy>()({
  tag: "UploadsBusy",
  status: 429,
  exit: "conflict",
  retryAfter: uploadWait,
  data: Schema.Struct({ atOnce: Schema.Int }),
  words: (data) => ({
    error: `Your company is uploading ${countOf(data.atOnce, "file")} already.`,
    next: waitWords(uploadWait)
  })
}) {}

/** Another user, in this company or another, already has this email (000 §5). */
export class EmailInUse extends defineProblem<EmailInUse>()({
  tag: "EmailInUse",
  status: 409,
  exit: "conflict",
  /** `userID` is present only if that user is on the caller's own team. */
  data: Schema.Struct({ userID: Schema.optionalKey(UserId) }),
  words: ({ userID }) => ({
    error: "Email already in use.",
    next: userID === undefined ? "Use another email." : "They are on your team. Edit them, or use another email."
  })
}) {}

/** The message for each password rule that can be broken (000 §5). */
export const passwordWords = {
  TooShort: "Password must be at least 6 characters",
  TooLong: "Password must not exceed 40 characters",
  TooCommon: "This password is too common."
} as const

/** A new password that breaks a rule of 000 §5. */
export class PasswordRefused extends defineProblem<PasswordRefused>()({
  tag: "PasswordRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({ rule: Schema.Literals(["TooShort", "TooLong", "TooCommon"]) }),
  words: (data) => ({
    error: passwordWords[data.rule],
    next: "Choose another password."
  })
}) {}

/** A site-level role named a company that does not exist. */
export class CompanyNotFound extends defineProblem<CompanyNotFound>()({
  tag: "CompanyNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ companyID: CompanyId }),
  words: (data) => ({
    error: `There is no company ${data.companyID}.`,
    next: "Choose another company."
  })
}) {}
