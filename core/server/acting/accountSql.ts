import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyAccount } from "#core/acting/CompanyAccount.ts"
import { type FeatureAccessId, featuresOf } from "#core/companies/features.ts"
import { nameOfPerson } from "../auth/personName.ts"
import { defaultMaxLocksPerFacility, subscriptionActive } from "#core/companies/tiers.ts"

/** A row of `companies`, before its features are computed. */
export type AccountRow = Omit<CompanyAccount, "features" | "featureOverrides"> & {
  readonly featureOverrides: Readonly<Record<string, FeatureAccessId>>
}

/** The size of company `c`, as columns. API keys don't count as users. */
export const companySize = (sql: SqlClient.SqlClient): Fragment => sql`
  (SELECT count(*)::int FROM facilities f WHERE f.company_id = c.company_id AND f.deleted_at IS NULL) AS facilities,
  (SELECT count(*)::int FROM users u WHERE u.company_id = c.company_id AND u.is_active AND NOT u.is_api_key) AS users`

/** Companies by a condition on `c`. */
export const accountRows = (sql: SqlClient.SqlClient, which: Fragment) => sql<AccountRow>`
  SELECT c.company_id AS "companyID", c.name AS "companyName", c.tier AS "subscriptionTier",
    iso(c.paid_through) AS "paidThrough", c.suspended AS "subscriptionSuspended",
    c.max_locks_per_facility AS "maxLocksPerFacility", c.own_max_locks AS "ownMaxLocks",
    c.feature_overrides AS "featureOverrides", ${companySize(sql)},
    iso(c.created_at) AS "createdOn",
    md5(ROW(c.name, c.tier, iso(c.paid_through), c.suspended, c.max_locks_per_facility, c.own_max_locks,
      c.feature_overrides)::text) AS version,
    ${sql.literal(nameOfPerson("c.plan_updated_by", "c.company_id"))} AS "updatedBy"
  FROM companies c WHERE ${which}`

/** The API's view of a company row, with its effective features at a time. */
export const accountOf = (row: AccountRow, millis: number): CompanyAccount => {
  const { subscriptionTier: tier, paidThrough, subscriptionSuspended: suspended, ownMaxLocks } = row
  const active = subscriptionActive(
    { paidThrough: paidThrough === null ? null : new Date(paidThrough), suspended },
    new Date(millis)
  )
  return {
    ...row,
    maxLocksPerFacility: ownMaxLocks ? row.maxLocksPerFacility : defaultMaxLocksPerFacility(tier),
    features: featuresOf(tier, active, row.featureOverrides)
  }
}
