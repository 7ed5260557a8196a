import { Schema } from "effect"
import { LockId } from "#core/base/ids.ts"
import { problemFields } from "#core/base/problem.ts"
import { Lock } from "./Lock.ts"
import { LockStatus } from "./lockStatuses.ts"

/** Somebody changed the lock since it was read; `data` is the lock as it is now. Nothing was changed. */
export class LockChangedMeanwhile extends Schema.TaggedError<LockChangedMeanwhile>()(
  "LockChangedMeanwhile",
  { ...problemFields, data: Lock },
  { httpApiStatus: 409 }
) {}

/** A lock that is deactivated is changed by activating it again only. */
export class LockInactive extends Schema.TaggedError<LockInactive>()(
  "LockInactive",
  { ...problemFields, data: Schema.Struct({ lockID: LockId }) },
  { httpApiStatus: 422 }
) {}

/** The role may not change a lock in status `from` to `to`; `choices` are what it may (001 §4). */
export class StatusRefused extends Schema.TaggedError<StatusRefused>()(
  "StatusRefused",
  {
    ...problemFields,
    data: Schema.Struct({ from: LockStatus.Id, to: LockStatus.Id, choices: Schema.Array(LockStatus.Id) })
  },
  { httpApiStatus: 422 }
) {}

/**
 * The unit cannot be that: `NotEditable` call-center agents edit no unit; `Required` the status bears one; `Inventory` a
 * lock without a facility is in no unit; `Taken` one lock per unit is set and another is in it (001 §4, §5).
 */
export class UnitRefused extends Schema.TaggedError<UnitRefused>()(
  "UnitRefused",
  {
    ...problemFields,
    data: Schema.Struct({
      reason: Schema.Literals(["NotEditable", "NoUnit", "Required", "Inventory", "Taken"]),
      unitNumber: Schema.NullOr(Schema.String)
    })
  },
  { httpApiStatus: 422 }
) {}

/**
 * The lock cannot be moved there: `NotOffered` call-center agents start no transfer; `Inventory` it has no facility yet
 * and is assigned, not transferred; `ToInventory` it has one and stays at one (001 §4). A lock
 * that is there already is unchanged, not refused.
 */
export class TransferRefused extends Schema.TaggedError<TransferRefused>()(
  "TransferRefused",
  {
    ...problemFields,
    data: Schema.Struct({ reason: Schema.Literals(["NotOffered", "Inventory", "ToInventory"]) })
  },
  { httpApiStatus: 422 }
) {}

/** The combination cannot be edited: without Write on Locks, or in Tenant Using Lock and Assigned Auction (001 §4). */
export class CombinationRefused extends Schema.TaggedError<CombinationRefused>()(
  "CombinationRefused",
  {
    ...problemFields,
    data: Schema.Struct({ reason: Schema.Literals(["NoPermission", "Status"]), status: LockStatus.Id })
  },
  { httpApiStatus: 422 }
) {}

/** Why a change is not taken back. */
const undoReasons = [
  /** There is no such change of this user. */
  "NotYours",
  /** It was made in another session. */
  "OtherSession",
  /** It is not of a kind that is taken back: an activation, an undo, a combination whose former one is not kept. */
  "NotUndoable",
  /** The lock was changed since. */
  "MovedSince",
  /** The facility it came from is gone, or full. */
  "NoWayBack",
  /** The unit it came from has another lock now, and one is the limit. */
  "UnitTaken"
] as const

/** A change that cannot be taken back, and why. Nothing was changed. */
export class UndoRefused extends Schema.TaggedError<UndoRefused>()(
  "UndoRefused",
  { ...problemFields, data: Schema.Struct({ reason: Schema.Literals(undoReasons) }) },
  { httpApiStatus: 409 }
) {}
