import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PasswordNotShown } from "#core/account/AccountErrors.ts"
import { passwordShownFor } from "#core/account/accountRules.ts"
import type { ApiKey, ApiKeyEdit, ApiKeyWithSecret, NewApiKey } from "#core/apikeys/ApiKey.ts"
import {
  ApiKeyChangedMeanwhile,
  type ApiKeyNameTaken,
  ApiKeyNotFound,
  ApiKeyRefused,
  ApiKeyRevoked,
  type ApiKeyTooWide,
  SecretNotKept
} from "#core/apikeys/ApiKeyErrors.ts"
import {
  apiKeyIssues,
  apiKeyRole,
  beyondFacilities,
  beyondUser,
  defaultKeyAreas,
  type KeyReach,
  oldSecretHours
} from "#core/apikeys/apiKeyRules.ts"
import type { CurrentSession } from "#core/api/Guard.ts"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ApiKeyId, CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import { normalName } from "#core/base/findNamed.ts"
import { nameText } from "#core/base/nameText.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, type AuditEntry, doneBy } from "../audit/auditEntry.ts"
import { latestActor } from "../auth/latestActor.ts"
import { keySessionId } from "../auth/keySession.ts"
import { newKeySecret, newPublicKey } from "../auth/keySecrets.ts"
import { Sessions } from "../auth/Sessions.ts"
import { tokenHash } from "../secrets/tokens.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { now } from "../db/now.ts"
import { claimRequestKey, keepFirstAnswer } from "../db/requestKeys.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"
import { makeRowChanges, type RowChange } from "../facilities/rowChanges.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { traced } from "../observability/traced.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { settingsOf, zoneOf } from "../settings/settingsSql.ts"
import { type ApiKeyRow, apiKeyRows, areasOf, liveSecrets, nameTaken, present, reachOf, savedKey } from "./apiKeySql.ts"
import { changesOf, factsOf, type KeyFacts, levelsOf } from "./keyFacts.ts"

/** A key before and after an edit. */
interface EditedKey {
  readonly before: ApiKey
  readonly after: ApiKey
  readonly unchanged: boolean
}

type FormRefused = ApiKeyRefused | ApiKeyNameTaken | ApiKeyTooWide | FacilityNotFound

interface RotationOptions {
  /** How long the previous secret keeps working. */
  readonly hours: number | undefined
  /** The time of the secret to replace: refused if it has been rotated since. */
  readonly was: string | undefined
}

/**
 * A company's API keys. The guard checks the access; this service ensures that no key has more access than the user who
 * creates, edits or reads it. Users restricted to some facilities see only keys for those.
 */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    readonly list: (
      user: LoggedInUser
    ) => Effect.Effect<{ readonly data: ReadonlyArray<ApiKey>; readonly showOnce: boolean }>
    readonly add: (user: LoggedInUser, form: NewApiKey) => Effect.Effect<ApiKeyWithSecret, FormRefused>
    /** The key before and after; equal if it already had the requested values. */
    readonly update: (
      user: LoggedInUser,
      form: ApiKeyEdit
    ) => Effect.Effect<EditedKey, FormRefused | ApiKeyNotFound | ApiKeyRevoked | ApiKeyChangedMeanwhile>
    /** The secret in plain text, for a user who recently entered their password; audited. */
    readonly show: (
      session: CurrentSession,
      id: ApiKeyId
    ) => Effect.Effect<
      ApiKeyWithSecret,
      ApiKeyNotFound | ApiKeyTooWide | ApiKeyRevoked | SecretNotKept | PasswordNotShown
    >
    /** Replaces the secret. The previous one keeps working for some hours; any older one stops immediately. */
    readonly rotate: (
      user: LoggedInUser,
      id: ApiKeyId,
      options: RotationOptions
    ) => Effect.Effect<ApiKeyWithSecret, ApiKeyNotFound | ApiKeyTooWide | ApiKeyRevoked | ApiKeyChangedMeanwhile>
    /** Ends a key permanently and immediately, in every process; `unchanged` if it was already revoked. */
    readonly revoke: (
      user: LoggedInUser,
      id: ApiKeyId
    ) => Effect.Effect<{ readonly key: ApiKey; readonly unchanged: boolean }, ApiKeyNotFound>
    readonly setShowOnce: (user: LoggedInUser, showOnce: boolean) => Effect.Effect<{ readonly unchanged: boolean }>
  }
>()("lockdesk/server/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents
      const keyring = yield* Keyring
      const sessions = yield* Sessions

      const changeRow = yield* makeRowChanges

      const sealedAbout = (id: ApiKeyId) => `api key\n${id}`

      const record = Effect.fnUntraced(function* (
        user: LoggedInUser,
        at: string,
        action: Extract<AuditAction, `apikeys.${string}`>,
        subject: string,
        detail: NonNullable<AuditEntry["detail"]>
      ) {
        const entry = { ...doneBy(user), at, action, subject, detail }
        const [appended] = yield* sql<AppendedAudit>`SELECT * FROM ${appendAudit(sql, audit.macs, entry)}`
        return appended
      })

      const readAnew = (keyID: ApiKeyId) =>
        Effect.andThen(sessions.forget(keySessionId(keyID)), live.forgetSession(keySessionId(keyID)))

      /** A change with its audit record in one transaction; then every process reloads the key, and the company is notified. */
      const changing = <A, E, R>(
        user: LoggedInUser,
        work: Effect.Effect<
          { readonly value: A; readonly appended: AppendedAudit | undefined; readonly keyID?: ApiKeyId },
          E,
          R
        >
      ) =>
        Effect.uninterruptible(
          Effect.gen(function* () {
            const { value, appended, keyID } = yield* sql.withTransaction(Effect.andThen(claimRequestKey(sql), work))
            if (keyID !== undefined) yield* readAnew(keyID)
            if (appended !== undefined) {
              yield* Effect.ensuring(
                audit.witness(user.companyID, appended),
                live.tell(user.companyID, { event: "updateIntegrations" })
              )
            }
            return value
          })
        )

      const rows = (user: LoggedInUser, at: string) => apiKeyRows(sql, user.companyID, at, sql`true`)
      const sees = (user: LoggedInUser, row: ApiKeyRow): boolean => !beyondFacilities(user, row)

      const keyOf = Effect.fnUntraced(function* (user: LoggedInUser, id: ApiKeyId, at: string, held = true) {
        if (held)
          yield* sql`SELECT FROM api_keys WHERE api_key_id = ${id} AND company_id = ${user.companyID} FOR UPDATE`
        const [row] = yield* apiKeyRows(sql, user.companyID, at, sql`k.api_key_id = ${id}`)
        return row === undefined || !sees(user, row) ? yield* new ApiKeyNotFound({ data: { id } }) : row
      })

      const within = Effect.fnUntraced(function* (user: LoggedInUser, reach: KeyReach) {
        const refusal = beyondUser(user, reach)
        if (refusal !== null) return yield* refusal
      })

      /** Fails if a requested key breaks the rules, has more access than the user, or names a facility that doesn't exist. */
      const checked = Effect.fnUntraced(function* (
        user: LoggedInUser,
        facts: KeyFacts,
        at: string,
        before: KeyReach | null = null
      ) {
        const issues = apiKeyIssues(facts, Date.parse(at), before)
        if (issues.length > 0) return yield* new ApiKeyRefused({ data: { issues } })
        yield* within(user, facts)
        if (facts.facilityIds.length === 0) return
        const found = yield* sql<{ id: FacilityId }>`
          SELECT f.facility_id AS id FROM facilities f
          WHERE f.facility_id = ANY(${[...facts.facilityIds]}::int[]) AND ${visibleFacilities(sql, user)}`
        const known = new Set(found.map(({ id }) => id))
        const facilityID = facts.facilityIds.find((id) => !known.has(id))
        if (facilityID !== undefined) return yield* new FacilityNotFound({ data: { facilityID } })
      })

      const keepsSecrets = Effect.fnUntraced(function* (companyID: CompanyId) {
        const [company] = yield* sql<{ once: boolean }>`
          SELECT api_secrets_once AS once FROM companies WHERE company_id = ${companyID} FOR SHARE`
        return company?.once !== true
      })

      const addSecret = Effect.fnUntraced(function* (companyID: CompanyId, id: ApiKeyId, at: string) {
        const secret = newKeySecret()
        const sealed = (yield* keepsSecrets(companyID))
          ? yield* keyring.sealText(companyID, sealedAbout(id), secret)
          : null
        yield* sql`
          INSERT INTO api_key_secrets (secret_hash, api_key_id, length, sealed, created_at)
          VALUES (${tokenHash(secret)}, ${id}, ${secret.length}, ${sealed}, ${at}::timestamptz)`
        return secret
      })

      const withSecret = Effect.fnUntraced(function* (
        user: LoggedInUser,
        id: ApiKeyId,
        at: string,
        secret: string,
        oldSecret: string | null = null
      ) {
        return { ...present(yield* keyOf(user, id, at)), secret, oldSecret }
      })

      const list = Effect.fn("ApiKeys.list")(function* (user: LoggedInUser) {
        const found = yield* rows(user, yield* now)
        const [company] = yield* sql<{ once: boolean }>`
          SELECT api_secrets_once AS once FROM companies WHERE company_id = ${user.companyID}`
        return { data: found.filter((row) => sees(user, row)).map(present), showOnce: company?.once === true }
      }, Effect.orDie)

      const add = Effect.fn("ApiKeys.add")(function* (user: LoggedInUser, form: NewApiKey) {
        const made = Effect.gen(function* () {
          const at = yield* now
          const { timeZone } = (yield* settingsOf(sql, user.companyID)).settings
          const facts = factsOf(form, { areas: defaultKeyAreas, mayReveal: false, expiresOn: null }, timeZone)
          yield* checked(user, facts, at)
          const publicKey = newPublicKey()
          const owner = yield* sql<{ userID: UserId }>`
            INSERT INTO users (company_id, email, first_name, last_name, role_id, is_active, facility_ids, is_api_key, created_at)
            VALUES (${user.companyID}, ${`${publicKey}@api-keys.invalid`}, 'API key', ${facts.name}, ${apiKeyRole},
              false, ${[...facts.facilityIds]}::int[], true, ${at}::timestamptz)
            RETURNING user_id AS "userID"`
          const made = yield* sql<{ id: ApiKeyId }>`
            INSERT INTO api_keys (company_id, user_id, public_key, name, name_key, all_facilities, areas, may_reveal,
              is_active, expires_at, created_by, created_at)
            VALUES (${user.companyID}, ${insertedRow(owner).userID}, ${publicKey}, ${facts.name},
              ${normalName(facts.name)}, ${facts.allFacilities}, ${JSON.stringify(levelsOf(facts.areas))}::text::jsonb,
              ${facts.mayReveal}, ${facts.isActive}, ${facts.expiresOn}::timestamptz, ${user.userID}, ${at}::timestamptz)
            RETURNING api_key_id AS id`
          const { id } = insertedRow(made)
          const secret = yield* addSecret(user.companyID, id, at)
          const appended = yield* record(user, at, "apikeys.create", publicKey, changesOf(null, facts))
          const value = yield* withSecret(user, id, at, secret)
          yield* keepFirstAnswer(savedKey(value))
          return { value, appended }
        })
        return yield* nameTaken(form.name)(changing(user, Effect.catchTag(made, "ApiKeyNotFound", Effect.die)))
      }, asServerFault)

      const reading = Effect.fnUntraced(function* (user: LoggedInUser, form: ApiKeyEdit, at: string, held: boolean) {
        const row = yield* keyOf(user, form.id, at, held)
        if (row.revokedOn !== null) return yield* new ApiKeyRevoked()
        const { name, isActive, mayReveal, expiresOn } = row
        const was = { ...reachOf(row), name: nameText(name), isActive, mayReveal, expiresOn }
        const is = factsOf(form, { ...was, areas: areasOf(row.levels) }, zoneOf(row.zone, row.regions))
        const detail = changesOf(was, is)
        if (Object.keys(detail).length > 0 && form.version !== undefined && form.version !== row.version) {
          return yield* new ApiKeyChangedMeanwhile({
            data: { id: form.id, version: row.version, updatedBy: row.updatedBy }
          })
        }
        // An expired key may stay expired: only a new expiry has to be in the future.
        yield* checked(user, is.expiresOn === expiresOn ? { ...is, expiresOn: null } : is, at, was)
        const before = present(row)
        if (Object.keys(detail).length === 0) {
          return { kind: "same" as const, value: { before, after: before, unchanged: true } }
        }
        const { areas: _, ...facts } = is
        const renamed = normalName(is.name) !== normalName(was.name)
        const change: RowChange<EditedKey, Pick<ApiKeyRow, "levels" | "expiresOn" | "version">> = {
          kind: "change",
          update: sql`
            UPDATE api_keys k SET ${renamed ? sql`name_key = ${normalName(is.name)},` : sql``} name = ${is.name},
              all_facilities = ${is.allFacilities}, areas = ${JSON.stringify(levelsOf(is.areas))}::text::jsonb, may_reveal = ${is.mayReveal},
              is_active = ${is.isActive}, expires_at = ${is.expiresOn}::timestamptz, version = k.version + 1,
              updated_by = ${user.userID}
            WHERE k.api_key_id = ${form.id} AND k.version = ${row.version} AND k.revoked_at IS NULL
            RETURNING k.company_id, k.user_id, k.areas AS levels, iso(k.expires_at) AS "expiresOn", k.version`,
          beside: [
            sql`UPDATE users u SET last_name = ${is.name}, facility_ids = ${[...is.facilityIds]}::int[]
              FROM changed WHERE u.user_id = changed.user_id`
          ],
          record: { ...doneBy(user), at, action: "apikeys.update", subject: row.key, detail },
          value: ({ levels, expiresOn, version }) => ({
            before,
            after: present({ ...row, ...facts, levels, expiresOn, version, updatedBy: nameOnRecord(user) }),
            unchanged: false
          }),
          first: () => readAnew(form.id),
          events: [{ event: "updateIntegrations" }]
        }
        return change
      })

      const update = traced("ApiKeys.update", (user: LoggedInUser, form: ApiKeyEdit) => {
        const changed = changeRow(user.companyID, (at, held) => reading(user, form, at, held))
        return asServerFault(form.name === undefined ? changed : nameTaken(form.name)(changed))
      })

      const show = Effect.fn("ApiKeys.show")(function* ({ user, sessionId }: CurrentSession, id: ApiKeyId) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const at = yield* now
            const row = yield* keyOf(user, id, at)
            if (row.revokedOn !== null) return yield* new ApiKeyRevoked()
            yield* within(user, reachOf(row))
            if (!(yield* sessions.shownPasswordWithin(sessionId, passwordShownFor))) {
              return yield* new PasswordNotShown()
            }
            const secrets = yield* Effect.forEach(yield* liveSecrets(sql, id, at), ({ sealed }) =>
              sealed === null ? Effect.succeed(null) : keyring.openText(user.companyID, sealedAbout(id), sealed)
            )
            const [secret = null, oldSecret = null] = secrets
            if (secret === null) return yield* new SecretNotKept()
            const appended = yield* record(user, at, "apikeys.show", row.key, { name: row.name })
            return { value: { ...present(row), secret, oldSecret }, appended }
          })
        )
      }, asServerFault)

      const rotate = Effect.fn("ApiKeys.rotate")(function* (
        user: LoggedInUser,
        id: ApiKeyId,
        { hours = oldSecretHours.usual, was }: RotationOptions
      ) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const at = yield* now
            const row = yield* keyOf(user, id, at)
            if (row.revokedOn !== null) return yield* new ApiKeyRevoked()
            yield* within(user, reachOf(row))
            if (was !== undefined && was !== row.secretSince) {
              const updatedBy = yield* latestActor(sql, user.companyID, "apikeys.rotate", row.key)
              return yield* new ApiKeyChangedMeanwhile({ data: { id, version: row.version, updatedBy } })
            }
            const until = new Date(Date.parse(at) + hours * 3_600_000).toISOString()
            yield* sql`DELETE FROM api_key_secrets WHERE api_key_id = ${id} AND expires_at IS NOT NULL`
            yield* hours === 0
              ? sql`DELETE FROM api_key_secrets WHERE api_key_id = ${id}`
              : sql`UPDATE api_key_secrets SET expires_at = ${until}::timestamptz WHERE api_key_id = ${id}`
            const secret = yield* addSecret(user.companyID, id, at)
            const appended = yield* record(user, at, "apikeys.rotate", row.key, {
              name: row.name,
              oldSecretUntil: hours === 0 ? at : until
            })
            return { value: yield* withSecret(user, id, at, secret), appended, keyID: id }
          })
        )
      }, asServerFault)

      const revoke = Effect.fn("ApiKeys.revoke")(function* (user: LoggedInUser, id: ApiKeyId) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const at = yield* now
            const row = yield* keyOf(user, id, at)
            if (row.revokedOn !== null) return { value: { key: present(row), unchanged: true }, appended: undefined }
            yield* sql`DELETE FROM api_key_secrets WHERE api_key_id = ${id}`
            yield* sql`UPDATE api_keys SET revoked_at = ${at}::timestamptz, is_active = false WHERE api_key_id = ${id}`
            const appended = yield* record(user, at, "apikeys.revoke", row.key, { name: row.name })
            return { value: { key: present(yield* keyOf(user, id, at)), unchanged: false }, appended, keyID: id }
          })
        )
      }, asServerFault)

      const setShowOnce = Effect.fn("ApiKeys.setShowOnce")(function* (user: LoggedInUser, showOnce: boolean) {
        return yield* changing(
          user,
          Effect.gen(function* () {
            const changed = yield* sql`
              UPDATE companies SET api_secrets_once = ${showOnce}
              WHERE company_id = ${user.companyID} AND api_secrets_once <> ${showOnce} RETURNING 1`
            if (changed.length === 0) return { value: { unchanged: true }, appended: undefined }
            if (showOnce) {
              yield* sql`
                UPDATE api_key_secrets SET sealed = NULL
                WHERE api_key_id IN (SELECT api_key_id FROM api_keys WHERE company_id = ${user.companyID})`
            }
            const appended = yield* record(user, yield* now, "apikeys.show-once", "api keys", { showOnce })
            return { value: { unchanged: false }, appended }
          })
        )
      }, asServerFault)

      return ApiKeys.of({ list, add, update, show, rotate, revoke, setShowOnce })
    })
  )
}
