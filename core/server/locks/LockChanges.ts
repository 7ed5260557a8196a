import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { unitOf } from "#core/base/unitName.ts"
import type { ChangedLock, LockEdit } from "#core/locks/LockChange.ts"
import { LockChangedMeanwhile } from "#core/locks/LockChangeErrors.ts"
import type { LockWish } from "#core/locks/lockChangeRules.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { combinationMasked } from "#core/locks/lockRules.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { declared } from "./declared.ts"
import { dying } from "./dying.ts"
import { lockById } from "./lockById.ts"
import type { LockItem } from "./lockItems.ts"
import { LockWrites, type Outcome } from "./LockWrites.ts"
import { visible } from "./lockSql.ts"

interface KnownLock {
  readonly serial: string
  readonly status: LockStatusId
  readonly facility_id: number | null
  readonly sealed: Uint8Array
  readonly code_version: number
}

const common = [
  "LockNotFound",
  "LockDetailDenied",
  "LockInactive",
  "FacilityNotFound",
  "LockLimitReached",
  "TransferRefused"
] as const

const updateRefused = declared(
  ...common,
  "LockChangedMeanwhile",
  "StatusRefused",
  "UnitRefused",
  "CombinationRefused",
  "LockNotAvailable"
)
const transferRefused = declared(...common)

export type UpdateRefused = Effect.Error<ReturnType<typeof updateRefused>>
export type TransferRefusals = Effect.Error<ReturnType<typeof transferRefused>>

/** A lock after a change, and whether it was like that before. */
export interface Changed {
  readonly lock: ChangedLock
  readonly unchanged: boolean
}

/** Changing one lock: its status, unit, colour, facility and combination (001 §4, §5, §7). */
export class LockChanges extends Context.Service<
  LockChanges,
  {
    readonly update: (session: CurrentSession, edit: LockEdit) => Effect.Effect<Changed, UpdateRefused>
    readonly transfer: (
      session: CurrentSession,
      lockID: number,
      facilityID: number
    ) => Effect.Effect<Changed, TransferRefusals>
  }
>()("lockdesk/server/LockChanges") {
  static readonly layer = Layer.effect(
    LockChanges,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring
      const writes = yield* LockWrites

      const known = Effect.fnUntraced(function* (user: LoggedInUser, lockID: number) {
        const [row] = yield* sql<KnownLock>`
          SELECT l.serial, l.status, l.facility_id, l.sealed, l.code_version FROM locks l
          WHERE l.lock_id = ${lockID} AND ${visible(sql, user)}`
        return row ?? (yield* new LockNotFound())
      })

      /**
       * The combination an edit brings, where it is another one. Where the user cannot see the present one, every
       * combination counts as another: that it is the same is not to be learned this way.
       */
      const newCodeOf = Effect.fnUntraced(function* (user: LoggedInUser, edit: LockEdit, lock: KnownLock) {
        const { unlockCode } = edit
        if (unlockCode === undefined || unlockCode === null) return undefined
        if (combinationMasked(user, lock.status)) return unlockCode
        const about = { companyID: user.companyID, serial: lock.serial, version: lock.code_version }
        return (yield* keyring.openCode(about, lock.sealed)) === unlockCode ? undefined : unlockCode
      })

      const changed = Effect.fnUntraced(function* <E>(
        user: LoggedInUser,
        lockID: number,
        [outcome]: ReadonlyArray<Outcome>,
        refused: (problem: Problem) => Effect.Effect<never, E>
      ): Effect.fn.Return<Changed, E | SqlError> {
        if (outcome === undefined) return yield* Effect.die(new Error("an item without an outcome"))
        if (Result.isFailure(outcome)) return yield* refused(outcome.failure)
        const lock = yield* lockById(sql, user, lockID)
        const unchanged = outcome.success === null
        return { lock: { ...lock, undo: outcome.success?.auditSeq ?? null }, unchanged }
      })

      const update = Effect.fn("LockChanges.update")(function* (session: CurrentSession, edit: LockEdit) {
        const { user } = session
        const { lockID, secondaryLockStatus, unitNumber, color, facilityID, updatedOn } = edit
        let newCode: string | undefined
        const items = Effect.gen(function* () {
          const lock = yield* known(user, lockID)
          newCode = yield* newCodeOf(user, edit, lock)
          const wish: LockWish = {
            ...(secondaryLockStatus === undefined ? {} : { status: secondaryLockStatus }),
            ...(unitNumber === undefined ? {} : { unit: unitOf(unitNumber) }),
            ...(color === undefined ? {} : { color }),
            ...(facilityID === undefined ? {} : { facilityID })
          }
          const moves = facilityID !== undefined && facilityID !== lock.facility_id
          const present = yield* lockById(sql, user, lockID)
          const item: LockItem = {
            kind: "change",
            lock: { serial: lock.serial },
            wish,
            action: moves ? "locks.transfer" : "locks.update",
            ...(newCode === undefined ? {} : { newCode }),
            rule: (now) =>
              updatedOn === undefined || Date.parse(updatedOn) === Date.parse(now.updatedOn)
                ? null
                : new LockChangedMeanwhile({ data: present })
          }
          return [item]
        })
        return yield* writes.run(session, {
          items,
          after: (outcomes) => changed(user, lockID, outcomes, updateRefused)
        })
      }, dying)

      const transfer = Effect.fn("LockChanges.transfer")(function* (
        session: CurrentSession,
        lockID: number,
        facilityID: number
      ) {
        return yield* writes.run(session, {
          items: Effect.succeed<ReadonlyArray<LockItem>>([
            {
              kind: "change",
              lock: { lockID },
              wish: { facilityID, leavesUnit: true },
              action: "locks.transfer"
            }
          ]),
          after: (outcomes) => changed(session.user, lockID, outcomes, transferRefused)
        })
      }, dying)

      return LockChanges.of({ update, transfer })
    })
  )
}
