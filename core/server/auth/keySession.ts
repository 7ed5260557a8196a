import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { AccessLevelId } from "#core/auth/permissions.ts"
import type { ApiKeyId, CompanyId, FacilityId } from "#core/base/ids.ts"
import { loggedInUser, userColumns, type UserRow } from "./userRow.ts"

interface KeyRow extends UserRow {
  readonly api_key_id: ApiKeyId
  readonly key_name: string
  readonly areas: Readonly<Record<string, AccessLevelId>>
  readonly may_reveal: boolean
  readonly scope: ReadonlyArray<FacilityId>
  readonly ends_at: Date | null
  readonly last_used_at: Date | null
}

/** The session of an API key, as `Sessions` caches it. */
export interface KeySession {
  readonly session: CurrentSession
  readonly apiKeyID: ApiKeyId
  readonly expiresAt: number
  readonly lastUsed: number
}

/** The id under which every process caches a key's session. */
export const keySessionId = (apiKeyID: ApiKeyId): string => `key-${apiKeyID}`

/** A facility id that matches nothing: an empty list would mean all facilities. */
const noFacility = 0

/**
 * The session of a secret by its hash: null for an unknown, inactive, expired or revoked key. It acts only for its own company,
 * and sees the facilities that it is for and that are included in the API.
 */
export const readKeySession = Effect.fnUntraced(function* (hash: Buffer, millis: number) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(millis)
  const [row] = yield* sql<KeyRow>`
    SELECT ${userColumns(sql)}, k.api_key_id, k.name AS key_name, k.areas, k.may_reveal, k.last_used_at,
      least(k.expires_at, s.expires_at) AS ends_at,
      CASE WHEN k.all_facilities AND NOT EXISTS (
        SELECT FROM facilities f WHERE f.company_id = k.company_id AND f.deleted_at IS NULL AND NOT f.included_in_api)
      THEN '{}'::int[]
      ELSE coalesce((
        SELECT array_agg(f.facility_id) FROM facilities f
        WHERE f.company_id = k.company_id AND f.deleted_at IS NULL AND f.included_in_api
          AND (k.all_facilities OR f.facility_id = ANY(u.facility_ids))), ARRAY[${noFacility}::int]) END AS scope
    FROM api_key_secrets s JOIN api_keys k USING (api_key_id) JOIN users u ON u.user_id = k.user_id
      JOIN companies c ON c.company_id = k.company_id JOIN companies o ON o.company_id = k.company_id
    WHERE s.secret_hash = ${hash} AND k.is_active AND k.revoked_at IS NULL
      AND coalesce(least(k.expires_at, s.expires_at), 'infinity') > ${at}::timestamptz`
  if (row === undefined) return null
  const { api_key_id: id, key_name: name, may_reveal: mayReveal } = row
  const user = {
    ...loggedInUser(row, false, millis),
    Permissions: Object.fromEntries(Object.entries(row.areas).map(([area, accessLevel]) => [area, { accessLevel }])),
    facilityIDs: row.scope,
    apiKey: { id, name, mayReveal, expiresOn: row.ends_at?.toISOString() ?? null }
  }
  return {
    session: { sessionId: keySessionId(id), user, own: user },
    apiKeyID: id,
    expiresAt: row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY,
    lastUsed: row.last_used_at?.getTime() ?? 0
  } satisfies KeySession
})

/** Records when and from where a key was used. */
export const noteKeyUse = Effect.fnUntraced(function* (apiKeyID: ApiKeyId, millis: number, from: string | null) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE api_keys SET last_used_at = ${new Date(millis)}, last_used_from = coalesce(${from}::text, last_used_from)
    WHERE api_key_id = ${apiKeyID}`
})

/** The session ids of a company's keys, for every process to reload. */
export const keySessionsOf = Effect.fnUntraced(function* (companyID: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: ApiKeyId }>`
    SELECT api_key_id AS id FROM api_keys WHERE company_id = ${companyID} AND revoked_at IS NULL`
  return rows.map(({ id }) => keySessionId(id))
})
