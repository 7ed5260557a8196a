import type { SqlClient } from "effect/sql"
import { FeatureAccess, type FeatureAccessId, type FeatureId, featuresOf } from "#core/companies/features.ts"
import { subscriptionActive, type TierId } from "#core/companies/tiers.ts"

/** The plan of a company, for work that the server does without a session. */
export interface PlanRow {
  readonly tier: TierId
  readonly paid_through: string | null
  readonly suspended: boolean
  readonly feature_overrides: Readonly<Record<string, FeatureAccessId>>
}

/** The columns of a `PlanRow`, from `companies k`. */
export const planColumns = (sql: SqlClient.SqlClient) => sql`
  k.tier, iso(k.paid_through) AS paid_through, k.suspended, k.feature_overrides`

/** Whether a company's plan has a feature now. */
export const planHas = (row: PlanRow, feature: FeatureId, now: Date): boolean => {
  const paidThrough = row.paid_through === null ? null : new Date(row.paid_through)
  const active = subscriptionActive({ paidThrough, suspended: row.suspended }, now)
  const features = featuresOf(row.tier, active, row.feature_overrides)
  return features[String(feature)]?.accessLevel === FeatureAccess.id.On
}
