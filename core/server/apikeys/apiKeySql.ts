import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { ApiKeyNameTaken } from "#core/apikeys/ApiKeyErrors.ts"
import { type KeyReach, maskedSecret } from "#core/apikeys/apiKeyRules.ts"
import type { AccessLevelId, Permissions } from "#core/auth/permissions.ts"
import type { ApiKeyId, CompanyId, UserId } from "#core/base/ids.ts"
import { lastDayOf } from "#core/apikeys/keyDays.ts"
import { nameOfPerson } from "../auth/personName.ts"
import { uniqueRefusal } from "../db/uniqueRefusal.ts"
import { regionsOf, zoneOf } from "../settings/settingsSql.ts"

/** A key in the database. */
export interface ApiKeyRow extends Omit<ApiKey, "secret" | "areas" | "lastDay"> {
  /** The company's chosen time zone, and the regions that decide it otherwise. */
  readonly zone: string | null
  readonly regions: ReadonlyArray<string> | null
  readonly userID: UserId
  readonly levels: Readonly<Record<string, AccessLevelId>>
  readonly length: number
}

/** A live secret of a key, newest first. */
export interface SecretRow {
  readonly sealed: Uint8Array | null
  readonly secretHash: Uint8Array
}

/** The company's keys that match `which`, oldest first. `at` is the time for which secrets count as live. */
export const apiKeyRows = (
  sql: SqlClient.SqlClient,
  companyID: CompanyId,
  at: string,
  which: Fragment
) => sql<ApiKeyRow>`
  SELECT k.api_key_id AS id, k.user_id AS "userID", k.name, k.public_key AS key, k.all_facilities AS "allFacilities",
    k.is_active AS "isActive", k.areas AS levels, k.may_reveal AS "mayReveal", iso(k.expires_at) AS "expiresOn",
    iso(k.last_used_at) AS "lastUsedOn", k.last_used_from AS "lastUsedFrom", iso(k.created_at) AS "createdOn",
    w.first_name || ' ' || w.last_name AS "createdBy", iso(k.revoked_at) AS "revokedOn",
    coalesce((SELECT array_agg(f.facility_id ORDER BY f.facility_id) FROM facilities f
      WHERE f.company_id = k.company_id AND f.deleted_at IS NULL AND f.facility_id = ANY(u.facility_ids)
        AND NOT k.all_facilities), '{}') AS "facilityIds",
    (SELECT iso(max(s.expires_at)) FROM api_key_secrets s
      WHERE s.api_key_id = k.api_key_id AND s.expires_at > ${at}::timestamptz) AS "oldSecretUntil",
    coalesce(n.length, 0) AS length, coalesce(n.kept, false) AS "secretKept", iso(n.since) AS "secretSince",
    c.time_zone AS zone, ${regionsOf(sql)} AS regions,
    k.version, ${sql.literal(nameOfPerson("k.updated_by", "k.company_id"))} AS "updatedBy"
  FROM api_keys k JOIN users u ON u.user_id = k.user_id JOIN users w ON w.user_id = k.created_by
    JOIN companies c ON c.company_id = k.company_id
    LEFT JOIN LATERAL (SELECT s.length, s.sealed IS NOT NULL AS kept, s.created_at AS since
      FROM api_key_secrets s
      WHERE s.api_key_id = k.api_key_id AND s.expires_at IS NULL) n ON true
  WHERE k.company_id = ${companyID} AND ${which} ORDER BY k.api_key_id`

/** The working secrets of a key, the current one first. */
export const liveSecrets = (sql: SqlClient.SqlClient, apiKeyID: ApiKeyId, at: string) => sql<SecretRow>`
  SELECT sealed, secret_hash AS "secretHash" FROM api_key_secrets
  WHERE api_key_id = ${apiKeyID} AND coalesce(expires_at, 'infinity') > ${at}::timestamptz
  ORDER BY expires_at DESC NULLS FIRST`

/** Turns a name that another key in use has into a refusal. */
export const nameTaken = (name: string) => uniqueRefusal("api_keys_name", () => new ApiKeyNameTaken({ data: { name } }))

/** Converts stored access levels to the API's format. */
export const areasOf = (levels: Readonly<Record<string, AccessLevelId>>): Permissions =>
  Object.fromEntries(Object.entries(levels).map(([area, accessLevel]) => [area, { accessLevel }]))

/** The access of a stored key. */
export const reachOf = ({ allFacilities, facilityIds, levels, mayReveal }: ApiKeyRow): KeyReach => ({
  allFacilities,
  facilityIds,
  areas: areasOf(levels),
  mayReveal
})

/** A key as lists show it, with its secret masked. */
export const present = ({ userID: _user, levels, length, zone, regions, ...row }: ApiKeyRow): ApiKey => ({
  ...row,
  lastDay: lastDayOf(zoneOf(zone, regions), row.expiresOn),
  areas: areasOf(levels),
  secret: maskedSecret(length)
})

/** The response to a saved key. */
export const savedKey = <A>(data: A) => ({ success: true as const, message: "API key saved", data })
