import { Schema } from "effect"
import { Permissions } from "#core/auth/permissions.ts"
import { ApiKeyId, FacilityId, Instant } from "#core/base/ids.ts"

/**
 * An API key as lists show it (002 §3). `key` is public, it names the key in records and opens nothing; `secret` opens the API
 * and is asterisks here. `facilityIds` is empty where `allFacilities` is on. The rest is ours: `areas` is how far it reaches,
 * a map by area with the access level.
 */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: Schema.String,
  key: Schema.String,
  secret: Schema.String,
  allFacilities: Schema.Boolean,
  isActive: Schema.Boolean,
  facilityIds: Schema.Array(FacilityId),
  areas: Permissions,
  mayReveal: Schema.Boolean,
  /** When it ends by itself; null for never. */
  expiresOn: Schema.NullOr(Instant),
  /** To the minute; null before its first call. */
  lastUsedOn: Schema.NullOr(Instant),
  /** The network address of that call. */
  lastUsedFrom: Schema.NullOr(Schema.String),
  createdOn: Instant,
  createdBy: Schema.NullOr(Schema.String),
  /** When it was revoked, for good. */
  revokedOn: Schema.NullOr(Instant),
  /** Until when the secret before the latest rotation still opens the API; null where it does not. */
  oldSecretUntil: Schema.NullOr(Instant),
  /** When the key got the secret it has now; null where it has none. Each rotation makes it later, also one that keeps no old secret. */
  secretSince: Schema.NullOr(Instant),
  /** Whether the secret can be shown again. */
  secretKept: Schema.Boolean,
  /** Counts the changes of its form: an edit that was begun at an older one is refused. */
  version: Schema.Int
})
export type ApiKey = typeof ApiKey.Type

/** A key with its secret in clear: once when it is made or rotated, and where somebody has it shown. */
export const ApiKeyWithSecret = Schema.Struct({
  ...ApiKey.fields,
  /** The secret before the latest rotation, while it still opens the API and is kept. */
  oldSecret: Schema.NullOr(Schema.String)
})
export type ApiKeyWithSecret = typeof ApiKeyWithSecret.Type

const form = {
  name: Schema.String.check(Schema.isMaxLength(500)),
  facilityIds: Schema.Array(FacilityId).check(Schema.isMaxLength(20_000)),
  allFacilities: Schema.Boolean,
  isActive: Schema.Boolean,
  /** What is not named is None. Not imported: Read on Locks and Facilities for a new key, and as it was for another. */
  areas: Schema.optionalKey(Permissions),
  mayReveal: Schema.optionalKey(Schema.Boolean),
  expiresOn: Schema.optionalKey(Schema.NullOr(Instant)),
  /** The documents send both; the server makes them, and never takes one from outside. */
  key: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  secret: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200)))
}

/** A new key as the documents send it (002 §7): id 0, key and secret empty. */
export const NewApiKey = Schema.Struct({ id: Schema.optionalKey(Schema.Literal(0)), ...form })
export type NewApiKey = typeof NewApiKey.Type

export const ApiKeyEdit = Schema.Struct({
  id: ApiKeyId,
  ...form,
  /** The version that was edited. Left out, the last edit wins, as the documents have it. */
  version: Schema.optionalKey(Schema.Int)
})
export type ApiKeyEdit = typeof ApiKeyEdit.Type
