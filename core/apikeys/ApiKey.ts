import { Schema } from "effect"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { Permissions } from "#core/auth/permissions.ts"
import { DayOrInstant } from "#core/base/DayOrInstant.ts"
import { ApiKeyId, FacilityId, Instant } from "#core/base/ids.ts"

/**
 * An API key as lists show it (002 §3). `key` is public: it identifies the key in records and gives no access. `secret` gives
 * access and is masked here. `facilityIds` is empty if `allFacilities` is on. The other fields are ours: `areas` maps areas to
 * access levels.
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
  /** The expiry; null for never. */
  expiresOn: Schema.NullOr(Instant),
  /** The last day it works, in the company's time zone; null for never, or if it ends within a day. */
  lastDay: Schema.NullOr(Schema.String),
  /** Rounded to the minute; null before its first call. */
  lastUsedOn: Schema.NullOr(Instant),
  /** The IP address of that call. */
  lastUsedFrom: Schema.NullOr(Schema.String),
  createdOn: Instant,
  createdBy: Schema.NullOr(Schema.String),
  /** When it was revoked; this is final. */
  revokedOn: Schema.NullOr(Instant),
  /** Until when the secret before the latest rotation still works; null if it doesn't. */
  oldSecretUntil: Schema.NullOr(Instant),
  /**
   * When the current secret was created; null if there is none. Each rotation changes it, even one that keeps no old secret.
   */
  secretSince: Schema.NullOr(Instant),
  /** Whether the secret can be shown again. */
  secretKept: Schema.Boolean,
  /** Incremented by each edit: an edit based on an older version is refused. */
  version: Schema.Int,
  ...updatedBy
})
export type ApiKey = typeof ApiKey.Type

/** A key with its secret in plain text: after it is created or rotated, and when a user asks to see it. */
export const ApiKeyWithSecret = Schema.Struct({
  ...ApiKey.fields,
  /** The secret before the latest rotation, while it still works and is stored. */
  oldSecret: Schema.NullOr(Schema.String)
})
export type ApiKeyWithSecret = typeof ApiKeyWithSecret.Type

const form = {
  name: Schema.String.check(Schema.isMaxLength(500)),
  facilityIds: Schema.Array(FacilityId).check(Schema.isMaxLength(20_000)),
  allFacilities: Schema.Boolean,
  isActive: Schema.Boolean,
  /** Missing areas are None. The default is Read on Locks and Facilities for a new key, and no change for an existing one. */
  areas: Schema.optionalKey(Permissions),
  mayReveal: Schema.optionalKey(Schema.Boolean),
  /** An instant, or the last day it works, in the company's time zone. */
  expiresOn: Schema.optionalKey(Schema.NullOr(DayOrInstant)),
  /** The documents' clients send both; the server generates them and ignores what is sent. */
  key: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  secret: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200)))
}

/** A new key as the documents send it (002 §7): id 0, key and secret empty. */
export const NewApiKey = Schema.Struct({ id: Schema.optionalKey(Schema.Literal(0)), ...form })
export type NewApiKey = typeof NewApiKey.Type

export const ApiKeyEdit = Schema.Struct({
  id: ApiKeyId,
  ...form,
  /** The version that was edited. Without it, the last edit wins, as in the documents. */
  version: Schema.optionalKey(Schema.Int)
})
export type ApiKeyEdit = typeof ApiKeyEdit.Type
