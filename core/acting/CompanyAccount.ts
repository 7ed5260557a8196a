import { Schema } from "effect"
import { CompanyId, Instant } from "#core/base/ids.ts"
import { StorableText } from "#core/base/storableText.ts"
import { FeatureAccess, Features } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"

/** What a company has bought: everything of a subscription that the head office decides. */
const plan = {
  subscriptionTier: Tier.Id,
  /** The subscription counts until then; null where it never did. */
  paidThrough: Schema.NullOr(Instant),
  subscriptionSuspended: Schema.Boolean
}

/** A company with its plan, for the people of the head office. */
export const CompanyAccount = Schema.Struct({
  companyID: CompanyId,
  companyName: Schema.String,
  ...plan,
  /** Counted locks that a facility may hold; null is unlimited. `ownMaxLocks`: the company's own figure, not its plan's. */
  maxLocksPerFacility: Schema.NullOr(Schema.Int),
  ownMaxLocks: Schema.Boolean,
  /** Features that differ from the plan's, by feature id. */
  featureOverrides: Schema.Record(Schema.String, FeatureAccess.Id),
  /** What that comes to now. */
  features: Features,
  facilities: Schema.Int,
  users: Schema.Int,
  createdOn: Instant
})
export type CompanyAccount = typeof CompanyAccount.Type

/** Long enough for `companyRules.ts` to say what is wrong with a text. */
const Text = StorableText(500)

/** A new company, and the Owner who is invited to it. */
export const NewCompany = Schema.Struct({
  companyName: Text,
  subscriptionTier: Schema.optionalKey(Tier.Id),
  paidThrough: Schema.optionalKey(Schema.NullOr(Instant)),
  ownerFirstName: Text,
  ownerLastName: Text,
  ownerEmail: Text
})
export type NewCompany = typeof NewCompany.Type

/** How many locks a facility may hold: what the plan says, any number, or a figure. */
export const MaxLocks = Schema.Union([
  Schema.Literals(["plan", "unlimited"]),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
])
export type MaxLocks = typeof MaxLocks.Type

/** A change of a company; what is absent stays. A feature that is null follows the plan again. */
export const CompanyEdit = Schema.Struct({
  companyName: Schema.optionalKey(Text),
  subscriptionTier: Schema.optionalKey(plan.subscriptionTier),
  paidThrough: Schema.optionalKey(plan.paidThrough),
  subscriptionSuspended: Schema.optionalKey(plan.subscriptionSuspended),
  maxLocksPerFacility: Schema.optionalKey(MaxLocks),
  featureOverrides: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(FeatureAccess.Id)))
})
export type CompanyEdit = typeof CompanyEdit.Type

/** A new company, with the invitation link of its first Owner. Only the person who created it sees the link, once. */
export const MadeCompany = Schema.Struct({
  ...CompanyAccount.fields,
  ownerEmail: Schema.String,
  /** Where the Owner sets a password; empty in a dry run, where it opens nothing. */
  invitation: Schema.String
})
export type MadeCompany = typeof MadeCompany.Type
