import { Context, Effect, Layer, Result } from "effect"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { unitOf } from "#core/base/unitName.ts"
import type { ChangedLock, LockEdit } from "#core/locks/LockChange.ts"
import type { LockPatch } from "#core/locks/lockChangeRules.ts"
import { combinationMasked } from "#core/locks/lockRules.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { declaredRefusal } from "./declaredRefusal.ts"
import { asServerFault } from "./asServerFault.ts"
import type { LockItem } from "./lockItems.ts"
import type { WorkingLock } from "./LockWorkingSet.ts"
import { LockWrites } from "./LockWrites.ts"

const common = [
  "LockNotFound",
  "LockDetailDenied",
  "LockInactive",
  "FacilityNotFound",
  "LockLimitReached",
  "TransferRefused"
] as const

const updateRefused = declaredRefusal(
  ...common,
  "LockChangedMeanwhile",
  "StatusRefused",
  "UnitRefused",
  "CombinationRefused",
  "LockNotAvailable"
)
const transferRefused = declaredRefusal(...common)

export type UpdateRefused = Effect.Error<ReturnType<typeof updateRefused>>
export type TransferRefusals = Effect.Error<ReturnType<typeof transferRefused>>

/** A lock after a change, and whether nothing changed. */
export interface Changed {
  readonly lock: ChangedLock
  readonly unchanged: boolean
}

/** Changes one lock: its status, unit, color, facility and combination (001 §4, §5, §7). */
export class LockChanges extends Context.Service<
  LockChanges,
  {
    readonly update: (session: CurrentSession, edit: LockEdit) => Effect.Effect<Changed, UpdateRefused>
    readonly transfer: (
      session: CurrentSession,
      lockID: LockId,
      facilityID: FacilityId
    ) => Effect.Effect<Changed, TransferRefusals>
  }
>()("lockdesk/server/LockChanges") {
  static readonly layer = Layer.effect(
    LockChanges,
    Effect.gen(function* () {
      const keyring = yield* Keyring
      const writes = yield* LockWrites

      /**
       * The new combination of an edit. If the user can't see the current one, any combination counts as new: the response must
       * not reveal that it is the same.
       */
      const newCodeOf = Effect.fnUntraced(function* (user: LoggedInUser, unlockCode: string) {
        const { open } = yield* keyring.companyCodes(user.companyID)
        return ({ serial, codeVersion, sealed, state: { status } }: WorkingLock): string | undefined =>
          !combinationMasked(user, status) && open(serial, codeVersion, sealed) === unlockCode ? undefined : unlockCode
      })

      const change = Effect.fnUntraced(function* <E>(
        session: CurrentSession,
        item: LockItem,
        refused: (problem: Problem) => Effect.Effect<never, E>
      ) {
        const changed = yield* writes.one(session, item)
        if (Result.isFailure(changed)) return yield* refused(changed.failure)
        const { lock, auditSeq } = changed.success
        return { lock: { ...lock, undo: auditSeq }, unchanged: auditSeq === null } satisfies Changed
      })

      const update = Effect.fn("LockChanges.update")(function* (session: CurrentSession, edit: LockEdit) {
        const { lockID, secondaryLockStatus, unitNumber, color, facilityID, unlockCode, updatedOn } = edit
        const patch: LockPatch = {
          ...(secondaryLockStatus === undefined ? {} : { status: secondaryLockStatus }),
          ...(unitNumber === undefined ? {} : { unit: unitOf(unitNumber) }),
          ...(color === undefined ? {} : { color }),
          ...(facilityID === undefined ? {} : { facilityID })
        }
        const codes =
          unlockCode === undefined || unlockCode === null ? null : yield* newCodeOf(session.user, unlockCode)
        const item: LockItem = {
          kind: "change",
          lock: { lockID },
          patch,
          ...(codes === null ? {} : { newCode: codes }),
          ...(updatedOn === undefined ? {} : { readOn: updatedOn })
        }
        return yield* change(session, item, updateRefused)
      }, asServerFault)

      const transfer = Effect.fn("LockChanges.transfer")(function* (
        session: CurrentSession,
        lockID: LockId,
        facilityID: FacilityId
      ) {
        const item: LockItem = { kind: "change", lock: { lockID }, patch: { facilityID, leavesUnit: true } }
        return yield* change(session, item, transferRefused)
      }, asServerFault)

      return LockChanges.of({ update, transfer })
    })
  )
}
