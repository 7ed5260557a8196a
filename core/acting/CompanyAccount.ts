import { Schema } from "effect"
import { CompanyId, Instant } from "#core/base/ids.ts"
import { changed } from "#core/base/paging.ts"
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

/** A company in the list of the head office: what it has bought, and how large it is. */
export const ListedCompany = Schema.Struct({
  companyID: CompanyId,
  companyName: Schema.String,
  ...plan,
  /** Those that were not deleted. */
  facilities: Schema.Int,
  /** Those that are active. */
  users: Schema.Int
})
export type ListedCompany = typeof ListedCompany.Type

/** A company with its plan, for the people of the head office. */
export const CompanyAccount = Schema.Struct({
  ...ListedCompany.fields,
  /** Counted locks that a facility may hold; null is unlimited. `ownMaxLocks`: the company's own figure, not its plan's. */
  maxLocksPerFacility: Schema.NullOr(Schema.Int),
  ownMaxLocks: Schema.Boolean,
  /** Features that differ from the plan's, by feature id. */
  featureOverrides: Schema.Record(Schema.String, FeatureAccess.Id),
  /** What that comes to now. */
  features: Features,
  createdOn: Instant,
  /** Another one after each change of what can be edited here: a change that names an older one is refused. */
  version: Schema.String
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

/** The largest figure of locks per facility. */
export const mostLocksPerFacility = 1_000_000

/** How many locks a facility may hold: what the plan says, any number, or a figure. */
export const MaxLocks = Schema.Union([
  Schema.Literals(["plan", "unlimited"]),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostLocksPerFacility }))
])
export type MaxLocks = typeof MaxLocks.Type

/** A change of a company; what is absent stays. A feature that is null follows the plan again. */
export const CompanyEdit = Schema.Struct({
  companyName: Schema.optionalKey(Text),
  subscriptionTier: Schema.optionalKey(plan.subscriptionTier),
  paidThrough: Schema.optionalKey(plan.paidThrough),
  subscriptionSuspended: Schema.optionalKey(plan.subscriptionSuspended),
  maxLocksPerFacility: Schema.optionalKey(MaxLocks),
  featureOverrides: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(FeatureAccess.Id))),
  /** The version that the change is of; without it, whatever it is now is changed. */
  version: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64)))
})
export type CompanyEdit = typeof CompanyEdit.Type

/** A company after a change, and as it was. `unchanged` where it already was as asked. */
export const ChangedCompany = Schema.Struct({ ...changed(CompanyAccount).fields, before: CompanyAccount })
export type ChangedCompany = typeof ChangedCompany.Type

/** A new company, with the invitation link of its first Owner. Only the person who created it sees the link, once. */
export const MadeCompany = Schema.Struct({
  ...CompanyAccount.fields,
  ownerEmail: Schema.String,
  /** Where the Owner sets a password; empty in a dry run, where it opens nothing. */
  invitation: Schema.String
})
export type MadeCompany = typeof MadeCompany.Type
