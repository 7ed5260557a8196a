import type { SqlClient } from "effect/sql"
import type { AccessLevelId } from "#core/auth/permissions.ts"
import { permissionsOf } from "#core/auth/permissions.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { RoleId } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import { type FeatureAccessId, featuresOf } from "#core/companies/features.ts"
import { subscriptionActive, type TierId } from "#core/companies/tiers.ts"

/** A user's row, with the company they act for. */
export interface UserRow {
  readonly user_id: UserId
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly role_id: RoleId
  readonly facility_ids: ReadonlyArray<FacilityId>
  readonly company_id: CompanyId
  readonly company_name: string
  readonly own_company_id: CompanyId
  readonly own_company_name: string
  readonly tier: TierId
  readonly paid_through: string | null
  readonly suspended: boolean
  readonly hide_lock_codes: boolean
  readonly hide_lock_codes_flag: boolean
  readonly client_timeout_ms: number
  readonly role_overrides: Readonly<Record<string, Readonly<Record<string, AccessLevelId>>>>
  readonly feature_overrides: Readonly<Record<string, FeatureAccessId>>
}

/** The columns of a `UserRow`, from `users u`, `companies c` that they act for, and `companies o` that they belong to. */
export const userColumns = (sql: SqlClient.SqlClient) => sql`
  u.user_id, u.email, u.first_name, u.last_name, u.role_id, u.facility_ids,
  c.company_id, c.name AS company_name, o.company_id AS own_company_id, o.name AS own_company_name, c.tier, iso(c.paid_through) AS paid_through, c.suspended,
  c.hide_lock_codes, c.hide_lock_codes_flag, c.client_timeout_ms, c.role_overrides, c.feature_overrides`

/** Company settings in these columns, and so in every session. */
export const settingsInSessions = ["companyName", "hideLockCodes", "clientTimeout"] as const

const customRoles = "2"
const on: FeatureAccessId = 1

/**
 * The signed-in user of a row. A company's own role permissions apply only while CustomRoles is On (DECISIONS, Roles); its own
 * feature grants always do. A user's restriction to facilities applies only to their own company.
 */
export const loggedInUser = (row: UserRow, fromSsoLogin: boolean, millis: number): LoggedInUser => {
  const paidThrough = row.paid_through === null ? null : new Date(row.paid_through)
  const active = subscriptionActive({ paidThrough, suspended: row.suspended }, new Date(millis))
  const features = featuresOf(row.tier, active, row.feature_overrides)
  const overrides = features[customRoles]?.accessLevel === on ? row.role_overrides[String(row.role_id)] : undefined
  return {
    userID: row.user_id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`,
    firstName: row.first_name,
    lastName: row.last_name,
    companyID: row.company_id,
    companyName: row.company_name,
    ownCompanyID: row.own_company_id,
    ownCompanyName: row.own_company_name,
    roleID: row.role_id,
    subscriptionTier: row.tier,
    paidThrough: row.paid_through,
    subscriptionSuspended: row.suspended,
    Features: features,
    Permissions: permissionsOf(row.role_id, overrides),
    fromSsoLogin,
    facilityIDs: row.own_company_id === row.company_id ? row.facility_ids : [],
    hideLockCodes: row.hide_lock_codes,
    hideLockCodesFlag: row.hide_lock_codes_flag,
    clientTimeout: row.client_timeout_ms
  }
}
