import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { statusAfterDelivery } from "#core/automations/releaseActions.ts"
import type { DeliveredLock, UnlockDelivery } from "#core/automations/UnlockDelivery.ts"
import type { LockId } from "#core/base/ids.ts"
import { unitKey } from "#core/base/unitName.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"
import { declaredRefusal } from "../locks/declaredRefusal.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import type { LockItem } from "../locks/lockItems.ts"
import { visible } from "../locks/lockSql.ts"
import { inUnit } from "../locks/unitSql.ts"
import { LockWrites } from "../locks/LockWrites.ts"
import { automationsOf } from "./automationSql.ts"

const refused = declaredRefusal("LockNotFound", "FacilityNotFound", "LockInactive", "UnitRefused")

export type DeliveryRefused = Effect.Error<ReturnType<typeof refused>>

/** The stored result for a lock; its statuses are filtered when they are presented. */
interface KeptLock {
  readonly lockID: LockId
  readonly serialCode: string
  readonly fromStatus: LockStatusId
  readonly secondaryLockStatus: LockStatusId
}

/** The key under which a delivery is remembered, besides its id: one message may contain the codes of several locks. */
const aboutOf = ({ serialCode, facilityID, unitNumber }: UnlockDelivery): string =>
  serialCode === undefined ? `unit ${facilityID} ${unitKey(unitNumber ?? null)}` : `lock ${serialCode}`

const shownTo = (user: LoggedInUser, locks: ReadonlyArray<KeptLock>, repeated: boolean): ReadonlyArray<DeliveredLock> =>
  locks.map((lock) => ({
    ...lock,
    repeated,
    ...(seesStatus(user) ? {} : { fromStatus: null, secondaryLockStatus: null })
  }))

/**
 * The hook for unlock-code deliveries (001 §4): when an unlock code has reached a tenant, it gives the lock the release action
 * that the company configured, like any other lock change. Each delivery acts once; a refused one did nothing, and may be
 * reported again.
 */
export class UnlockDeliveries extends Context.Service<
  UnlockDeliveries,
  {
    readonly delivered: (
      user: LoggedInUser,
      delivery: UnlockDelivery
    ) => Effect.Effect<ReadonlyArray<DeliveredLock>, DeliveryRefused>
  }
>()("lockdesk/server/UnlockDeliveries") {
  static readonly layer = Layer.effect(
    UnlockDeliveries,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writes = yield* LockWrites

      const rows = sql.literal(`l.lock_id AS "lockID", l.serial AS "serialCode", l.status AS "fromStatus"`)

      /** The locks of a delivery: a lock that the user can see, or those in a unit of a facility they can see. */
      const locksOf = Effect.fnUntraced(function* (
        user: LoggedInUser,
        { serialCode, facilityID, unitNumber = "" }: UnlockDelivery
      ): Effect.fn.Return<
        ReadonlyArray<Omit<KeptLock, "secondaryLockStatus">>,
        LockNotFound | FacilityNotFound | SqlError
      > {
        if (serialCode !== undefined) {
          const found = yield* sql<KeptLock>`
            SELECT ${rows} FROM locks l WHERE l.serial = ${serialCode} AND ${visible(sql, user)}`
          return found.length === 0 ? yield* new LockNotFound() : found
        }
        if (facilityID === undefined) return yield* Effect.die(new Error("a delivery for no lock and no unit"))
        const [facility] = yield* sql`
          SELECT FROM facilities f WHERE f.facility_id = ${facilityID} AND ${visibleFacilities(sql, user)}`
        if (facility === undefined) return yield* new FacilityNotFound({ data: { facilityID } })
        return yield* sql<KeptLock>`
          SELECT ${rows} FROM locks l WHERE l.company_id = ${user.companyID} AND l.facility_id = ${facilityID}
            AND ${inUnit(sql, unitNumber)} AND l.is_active ORDER BY l.serial`
      })

      const delivered = Effect.fn("UnlockDeliveries.delivered")(function* (
        user: LoggedInUser,
        delivery: UnlockDelivery
      ) {
        const { companyID } = user
        const { deliveryID } = delivery
        const about = aboutOf(delivery)
        let locks: ReadonlyArray<KeptLock> = []
        let repeated = false
        // Under the company's write lock: if two requests report the same delivery, the second one sees the results of the
        // first.
        const items = Effect.gen(function* () {
          const found = yield* locksOf(user, delivery)
          const [before] = yield* sql<{ locks: ReadonlyArray<KeptLock> }>`
            SELECT locks FROM unlock_deliveries
            WHERE company_id = ${companyID} AND delivery_id = ${deliveryID} AND about = ${about}`
          repeated = before !== undefined
          const automations = yield* automationsOf(sql, companyID)
          locks =
            before?.locks ??
            found.map((lock) => ({ ...lock, secondaryLockStatus: statusAfterDelivery(automations, lock.fromStatus) }))
          return locks.flatMap(({ serialCode: serial, fromStatus, secondaryLockStatus: status }): Array<LockItem> =>
            repeated || status === fromStatus ? [] : [{ kind: "release", lock: { serial }, status }]
          )
        })
        return yield* writes.run(
          { user, sessionId: null },
          {
            items,
            detail: { deliveryID },
            after: Effect.fnUntraced(function* (outcomes, at) {
              for (const outcome of outcomes) if (Result.isFailure(outcome)) return yield* refused(outcome.failure)
              if (!repeated) {
                yield* sql`
                  INSERT INTO unlock_deliveries (company_id, delivery_id, about, locks, told_at)
                  VALUES (${companyID}, ${deliveryID}, ${about}, ${JSON.stringify(locks)}::text::json, ${at}::timestamptz)`
              }
              return shownTo(user, locks, repeated)
            })
          }
        )
      }, asServerFault)

      return UnlockDeliveries.of({ delivered })
    })
  )
}
