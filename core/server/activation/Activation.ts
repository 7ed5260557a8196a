import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LockAlreadyActive, type LockLimitReached, LockNotAvailable, SerialNotFound } from "#core/activation/ActivationErrors.ts"
import { limitRefusal } from "#core/activation/activationRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { defaultMaxLocksPerFacility } from "#core/companies/tiers.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { defaultLockColor } from "#core/locks/lockColors.ts"
import { defaultLockStatus, LockStatus, type LockStatusId, uncountedStatuses } from "#core/locks/lockStatuses.ts"
import { type AppendedAudit, appendAudit } from "../audit/auditEntry.ts"
import { Audit } from "../audit/Audit.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { lockJoins, lockJson } from "../locks/lockSql.ts"
import { Keyring } from "../secrets/Keyring.ts"

export type ActivationRefused =
  | FacilityNotFound
  | SerialNotFound
  | LockAlreadyActive
  | LockNotAvailable
  | LockLimitReached

interface FacilityRow {
  readonly name: string
  readonly max_locks: number | null
  readonly own_max: boolean
  readonly counted: number
}

interface KnownLock {
  readonly lock_id: number
  readonly company_id: number
  readonly facility_id: number | null
  readonly facility_name: string | null
  readonly status: LockStatusId
  readonly is_active: boolean
}

/** Activating locks: out of the registry, or out of the company's inventory, to a facility (001 §4, §8). */
export class Activation extends Context.Service<
  Activation,
  {
    readonly activate: (
      user: LoggedInUser,
      serialCode: string,
      facilityID: number
    ) => Effect.Effect<Lock, ActivationRefused>
  }
>()("lockdesk/server/Activation") {
  static readonly layer = Layer.effect(
    Activation,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const keyring = yield* Keyring
      const live = yield* LiveEvents

      /** The facility with the locks it counts; its row stays locked, so that two activations cannot share one place. */
      const facility = Effect.fnUntraced(function* (user: LoggedInUser, facilityID: number) {
        const [row] = yield* sql<FacilityRow>`
          SELECT f.name, c.max_locks_per_facility AS max_locks, c.own_max_locks AS own_max,
            (SELECT coalesce(sum(k.n), 0)::int FROM lock_counts k
             WHERE k.company_id = f.company_id AND k.facility_id = f.facility_id AND k.is_active
               AND NOT ${sql.in("k.status", [...uncountedStatuses])}) AS counted
          FROM facilities f JOIN companies c USING (company_id)
          WHERE f.facility_id = ${facilityID} AND f.company_id = ${user.companyID} AND f.is_active
          FOR NO KEY UPDATE OF f`
        const confined = user.facilityIDs.length > 0 && !user.facilityIDs.includes(facilityID)
        if (row === undefined || confined) return yield* new FacilityNotFound({ data: { facilityID } })
        const max = row.own_max ? row.max_locks : defaultMaxLocksPerFacility(user.subscriptionTier)
        const refusal = limitRefusal(facilityID, row.counted, max)
        return refusal === null ? row : yield* refusal
      })

      /** Why a lock that some company holds cannot be activated here, or null: then it is in this company's inventory. */
      const refusalOf = (user: LoggedInUser, known: KnownLock) => {
        if (known.company_id !== user.companyID) return new SerialNotFound()
        if (known.is_active && known.facility_id !== null) {
          const { lock_id: lockID, facility_id: facilityID, facility_name } = known
          return new LockAlreadyActive({ data: { lockID, facilityID, facilityName: facility_name ?? "" } })
        }
        return known.status === LockStatus.id.Available ? null : new LockNotAvailable({ data: { lockID: known.lock_id } })
      }

      const fromRegistry = Effect.fnUntraced(function* (user: LoggedInUser, serial: string, facilityID: number, at: string) {
        const [entry] = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM registry WHERE serial = ${serial}`
        if (entry === undefined) return yield* new SerialNotFound()
        const code = keyring.openRegistryCode(serial, entry.sealed)
        const sealed = yield* keyring.sealCode({ companyID: user.companyID, serial, version: 1 }, code)
        const [made] = yield* sql<{ lock_id: number }>`
          INSERT INTO locks (company_id, facility_id, serial, status, color, sealed, updated_by, updated_at)
          VALUES (${user.companyID}, ${facilityID}, ${serial}, ${defaultLockStatus}, ${defaultLockColor}, ${sealed},
            ${user.userID}, ${at}::timestamptz)
          ON CONFLICT (serial) DO NOTHING RETURNING lock_id`
        // Somebody activated it since we looked: the second look says who.
        return made?.lock_id ?? (yield* new SerialNotFound())
      })

      const activate = Effect.fn("Activation.activate")(function* (user: LoggedInUser, serial: string, facilityID: number) {
        const at = yield* now
        const done = yield* sql.withTransaction(
          Effect.gen(function* () {
            const { name } = yield* facility(user, facilityID)
            const [known] = yield* sql<KnownLock>`
              SELECT l.lock_id, l.company_id, l.facility_id, f.name AS facility_name, l.status, l.is_active
              FROM locks l LEFT JOIN facilities f ON f.facility_id = l.facility_id
              WHERE l.serial = ${serial} FOR NO KEY UPDATE OF l`
            if (known !== undefined) {
              const refusal = refusalOf(user, known)
              if (refusal !== null) return yield* refusal
              yield* sql`
                UPDATE locks SET facility_id = ${facilityID}, is_active = true, unit = NULL, version = version + 1,
                  updated_by = ${user.userID}, updated_at = ${at}::timestamptz WHERE lock_id = ${known.lock_id}`
            }
            const lockID = known?.lock_id ?? (yield* fromRegistry(user, serial, facilityID, at))
            const [row] = yield* sql<AppendedAudit & { json: Lock }>`
              WITH log AS (INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
                VALUES (${lockID}, ${user.companyID}, ${`Activated at ${name} by ${user.name}`}, ${user.userID}, ${at}::timestamptz))
              SELECT ${lockJson(sql, user, false)} AS json, a.* FROM locks l ${lockJoins(sql)},
                ${appendAudit(sql, {
                  companyID: user.companyID,
                  at,
                  userID: user.userID,
                  action: "locks.activate",
                  subject: serial,
                  detail: { lockID, facilityID }
                })} a
              WHERE l.lock_id = ${lockID}`
            return row ?? (yield* Effect.die(new Error(`lock ${lockID} is gone inside its own transaction`)))
          })
        )
        yield* audit.witness(user.companyID, done)
        yield* live.tell(user.companyID, { event: "updateLock", lockIDs: [done.json.lockID] })
        return done.json
      }, Effect.catchTags({ SqlError: Effect.die, WitnessFailed: Effect.die }))

      return Activation.of({ activate })
    })
  )
}
