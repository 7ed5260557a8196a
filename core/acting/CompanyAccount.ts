import { Schema } from "effect"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { CompanyId, Instant } from "#core/base/ids.ts"
import { changed } from "#core/base/paging.ts"
import { FeatureAccess, Features } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"

/** The subscription of a company: everything that the head office decides. */
const plan = {
  subscriptionTier: Tier.Id,
  /** The end of the subscription; null if there never was one. */
  paidThrough: Schema.NullOr(Instant),
  subscriptionSuspended: Schema.Boolean
}

/** A company in the head office's list: its subscription and its size. */
export const ListedCompany = Schema.Struct({
  companyID: CompanyId,
  companyName: Schema.String,
  ...plan,
  /** Not counting deleted ones. */
  facilities: Schema.Int,
  /** Active ones only. */
  users: Schema.Int
})
export type ListedCompany = typeof ListedCompany.Type

/** A company with its plan, for the head office. */
export const CompanyAccount = Schema.Struct({
  ...ListedCompany.fields,
  /**
   * The limit of counted locks per facility; null is unlimited. `ownMaxLocks` is the company's own limit instead of its plan's.
   */
  maxLocksPerFacility: Schema.NullOr(Schema.Int),
  ownMaxLocks: Schema.Boolean,
  /** Features that differ from the plan's, by feature id. */
  featureOverrides: Schema.Record(Schema.String, FeatureAccess.Id),
  /** The resulting features. */
  features: Features,
  createdOn: Instant,
  /** Changes with every edit of these fields: an edit based on an older version is refused. */
  version: Schema.String,
  ...updatedBy
})
export type CompanyAccount = typeof CompanyAccount.Type

/** Long enough that `companyRules.ts`, not the schema, reports texts that are too long. */
const Text = Schema.String.check(Schema.isMaxLength(500))

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

/** The highest possible limit of locks per facility. */
export const mostLocksPerFacility = 1_000_000

/** The limit of locks per facility: the plan's, unlimited, or a number. */
export const MaxLocks = Schema.Union([
  Schema.Literals(["plan", "unlimited"]),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostLocksPerFacility }))
])
export type MaxLocks = typeof MaxLocks.Type

/** An edit of a company; missing fields stay. A null feature follows the plan again. */
export const CompanyEdit = Schema.Struct({
  companyName: Schema.optionalKey(Text),
  subscriptionTier: Schema.optionalKey(plan.subscriptionTier),
  paidThrough: Schema.optionalKey(plan.paidThrough),
  subscriptionSuspended: Schema.optionalKey(plan.subscriptionSuspended),
  maxLocksPerFacility: Schema.optionalKey(MaxLocks),
  featureOverrides: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(FeatureAccess.Id))),
  /** The version the edit is based on; without it, the edit applies to any version. */
  version: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64)))
})
export type CompanyEdit = typeof CompanyEdit.Type

/** A company after and before a change. `unchanged` if it already had the requested values. */
export const ChangedCompany = Schema.Struct({ ...changed(CompanyAccount).fields, before: CompanyAccount })
export type ChangedCompany = typeof ChangedCompany.Type

/** A new company, with the invitation link of its first Owner. Only the person who created it sees the link, once. */
export const MadeCompany = Schema.Struct({
  ...CompanyAccount.fields,
  ownerEmail: Schema.String,
  /** The link where the Owner sets a password; empty in a dry run. */
  invitation: Schema.String,
  /** Whether the link is emailed to the Owner: a mail provider is set up. */
  emailed: Schema.Boolean
})
export type MadeCompany = typeof MadeCompany.Type
