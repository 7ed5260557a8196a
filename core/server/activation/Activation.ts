import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  LockAlreadyActive,
  type LockLimitReached,
  LockNotAvailable,
  SerialNotFound
} from "#core/activation/ActivationErrors.ts"
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
}

/** Where a lock is to go, and how many counted locks fit there; null is unlimited. */
interface Place {
  readonly facilityID: number
  readonly name: string
  readonly max: number | null
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

      /** The facility; its row stays locked, so that two activations cannot share one place. */
      const facility = Effect.fnUntraced(function* (user: LoggedInUser, facilityID: number) {
        const [row] = yield* sql<FacilityRow>`
          SELECT f.name, c.max_locks_per_facility AS max_locks, c.own_max_locks AS own_max
          FROM facilities f JOIN companies c USING (company_id)
          WHERE f.facility_id = ${facilityID} AND f.company_id = ${user.companyID} AND f.is_active
          FOR NO KEY UPDATE OF f`
        const confined = user.facilityIDs.length > 0 && !user.facilityIDs.includes(facilityID)
        if (row === undefined || confined) return yield* new FacilityNotFound({ data: { facilityID } })
        const max = row.own_max ? row.max_locks : defaultMaxLocksPerFacility(user.subscriptionTier)
        return { facilityID, name: row.name, max } satisfies Place
      })

      /** Refuses a place that is not there. Asked last: what is wrong with the lock itself is said first. */
      const roomIn = Effect.fnUntraced(function* (user: LoggedInUser, { facilityID, max }: Place) {
        if (max === null) return
        // In a statement of its own: one that waited for the row's lock still counts what it saw before it waited.
        const [counters] = yield* sql<{ counted: number }>`
          SELECT coalesce(sum(k.n), 0)::int AS counted FROM lock_counts k
          WHERE k.company_id = ${user.companyID} AND k.facility_id = ${facilityID} AND k.is_active
            AND NOT ${sql.in("k.status", [...uncountedStatuses])}`
        const refusal = limitRefusal(facilityID, counters?.counted ?? 0, max)
        if (refusal !== null) return yield* refusal
      })

      /** The lock with this serial code, whoever holds it, locked until the transaction ends. */
      const find = (serial: string) =>
        Effect.map(
          sql<KnownLock>`
            SELECT l.lock_id, l.company_id, l.facility_id, f.name AS facility_name, l.status, l.is_active
            FROM locks l LEFT JOIN facilities f ON f.facility_id = l.facility_id
            WHERE l.serial = ${serial} FOR NO KEY UPDATE OF l`,
          ([known]) => known
        )

      /** Why a lock that some company holds cannot be activated here, or null: then it is in this company's inventory. */
      const refusalOf = (user: LoggedInUser, known: KnownLock) => {
        if (known.company_id !== user.companyID) return new SerialNotFound()
        if (known.is_active && known.facility_id !== null) {
          const { lock_id: lockID, facility_id: facilityID, facility_name } = known
          return new LockAlreadyActive({ data: { lockID, facilityID, facilityName: facility_name ?? "" } })
        }
        return known.status === LockStatus.id.Available
          ? null
          : new LockNotAvailable({ data: { lockID: known.lock_id } })
      }

      const fromRegistry = Effect.fnUntraced(function* (user: LoggedInUser, serial: string, place: Place, at: string) {
        const [entry] = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM registry WHERE serial = ${serial}`
        if (entry === undefined) return yield* new SerialNotFound()
        yield* roomIn(user, place)
        const code = keyring.openRegistryCode(serial, entry.sealed)
        const sealed = yield* keyring.sealCode({ companyID: user.companyID, serial, version: 1 }, code)
        const [made] = yield* sql<{ lock_id: number }>`
          INSERT INTO locks (company_id, facility_id, serial, status, color, sealed, updated_by, updated_at)
          VALUES (${user.companyID}, ${place.facilityID}, ${serial}, ${defaultLockStatus}, ${defaultLockColor}, ${sealed},
            ${user.userID}, ${at}::timestamptz)
          ON CONFLICT (serial) DO NOTHING RETURNING lock_id`
        return made?.lock_id
      })

      const take = Effect.fnUntraced(function* (user: LoggedInUser, known: KnownLock, place: Place, at: string) {
        const refusal = refusalOf(user, known)
        if (refusal !== null) return yield* refusal
        yield* roomIn(user, place)
        yield* sql`
          UPDATE locks SET facility_id = ${place.facilityID}, is_active = true, unit = NULL, version = version + 1,
            updated_by = ${user.userID}, updated_at = ${at}::timestamptz WHERE lock_id = ${known.lock_id}`
        return known.lock_id
      })

      const activate = Effect.fn("Activation.activate")(
        function* (user: LoggedInUser, serial: string, facilityID: number) {
          const at = yield* now
          const done = yield* sql.withTransaction(
            Effect.gen(function* () {
              const place = yield* facility(user, facilityID)
              const before = yield* find(serial)
              const made = before === undefined ? yield* fromRegistry(user, serial, place, at) : undefined
              // Not made: somebody activated it since we looked, and the second look says who.
              const known = before ?? (made === undefined ? yield* find(serial) : undefined)
              const lockID = made ?? (known === undefined ? undefined : yield* take(user, known, place, at))
              if (lockID === undefined) return yield* new SerialNotFound()
              const [row] = yield* sql<AppendedAudit & { json: Lock }>`
              WITH log AS (INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
                VALUES (${lockID}, ${user.companyID}, ${`Activated at ${place.name} by ${user.name}`}, ${user.userID}, ${at}::timestamptz))
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
          // The lock is activated, whatever becomes of the answer: everybody hears of it.
          yield* Effect.ensuring(
            audit.witness(user.companyID, done),
            live.tell(user.companyID, { event: "updateLock", lockIDs: [done.json.lockID] })
          )
          return done.json
          // A caller who hangs up right after the commit must not keep the record from its witness or the event from others.
        },
        Effect.uninterruptible,
        Effect.catchTags({ SqlError: Effect.die, WitnessFailed: Effect.die })
      )

      return Activation.of({ activate })
    })
  )
}
