import { Schema } from "effect"
import { askAnAdmin } from "#core/base/fieldWords.ts"
import { LockId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"
import { Lock } from "./Lock.ts"
import { LockStatus } from "./lockStatuses.ts"

const unitWords = {
  NotEditable: { error: "Call Center Agents can't edit a lock's unit.", next: askAnAdmin },
  NoUnit: { error: "Locks with this status have no unit.", next: "Set a status that has a unit first." },
  Required: { error: "Unit is required for this status.", next: "Choose the unit the lock is on." },
  Inventory: { error: "Locks in the inventory have no unit.", next: "Assign it to a facility first." },
  Taken: {
    error: "Unable to assign multiple locks to this unit.",
    next: "Choose another unit, or free this one first."
  }
} as const

const transferWords = {
  NotOffered: { error: "Call Center Agents can't transfer locks.", next: askAnAdmin },
  Inventory: {
    error: "This lock is in the inventory and has no facility yet.",
    next: "Assign it to a facility from the inventory."
  },
  ToInventory: { error: "This lock can't go back to inventory.", next: "Choose a facility for it." }
} as const

const undoWords = {
  NotYours: "You can't undo that change.",
  OtherSession: "Changes can only be undone in the session that made them.",
  NotUndoable: "This change can't be undone.",
  MovedSince: "The lock has changed since.",
  NoWayBack: "The facility it came from is closed or full.",
  UnitTaken: "Another lock is now on the unit it came from."
} as const

/** Somebody changed the lock since it was read; `data` is the lock as it is now. Nothing was changed. */
export class LockChangedMeanwhile extends defineProblem<LockChangedMeanwhile>()({
  tag: "LockChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Lock,
  words: {
    error: "This lock was changed by someone else since you opened it. Your edits weren't saved.",
    next: "Load the latest version and make your change again."
  }
}) {}

/** A lock that is deactivated is changed by activating it again only. */
export class LockInactive extends defineProblem<LockInactive>()({
  tag: "LockInactive",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ lockID: LockId }),
  words: { error: "This lock is not active.", next: "Activate it at a facility first." }
}) {}

/** The role may not change a lock in status `from` to `to`; `choices` are what it may (001 §4). */
export class StatusRefused extends defineProblem<StatusRefused>()({
  tag: "StatusRefused",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ from: LockStatus.Id, to: LockStatus.Id, choices: Schema.Array(LockStatus.Id) }),
  words: (data) => ({
    error: `You cannot change a lock from ${LockStatus.label(data.from)} to ${LockStatus.label(data.to)}.`,
    next:
      data.choices.length === 0
        ? askAnAdmin
        : `Choose ${data.choices.map((status) => LockStatus.label(status)).join(", ")}.`
  })
}) {}

/**
 * The unit cannot be that: `NotEditable` call-center agents edit no unit; `Required` the status bears one; `Inventory` a
 * lock without a facility is in no unit; `Taken` one lock per unit is set and another is in it (001 §4, §5).
 */
export class UnitRefused extends defineProblem<UnitRefused>()({
  tag: "UnitRefused",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({
    reason: Schema.Literals(["NotEditable", "NoUnit", "Required", "Inventory", "Taken"]),
    unitNumber: Schema.NullOr(Schema.String)
  }),
  words: (data) => unitWords[data.reason]
}) {}

/**
 * The lock cannot be moved there: `NotOffered` call-center agents start no transfer; `Inventory` it has no facility yet
 * and is assigned, not transferred; `ToInventory` it has one and stays at one (001 §4). A lock
 * that is there already is unchanged, not refused.
 */
export class TransferRefused extends defineProblem<TransferRefused>()({
  tag: "TransferRefused",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ reason: Schema.Literals(["NotOffered", "Inventory", "ToInventory"]) }),
  words: (data) => transferWords[data.reason]
}) {}

/** The combination cannot be edited: without Write on Locks, or in Tenant Using Lock and Assigned Auction (001 §4). */
export class CombinationRefused extends defineProblem<CombinationRefused>()({
  tag: "CombinationRefused",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ reason: Schema.Literals(["NoPermission", "Status"]), status: LockStatus.Id }),
  words: (data) =>
    data.reason === "NoPermission"
      ? { error: "You don't have permission to edit a lock's combination", next: askAnAdmin }
      : {
          error: `The combination of a lock in ${LockStatus.label(data.status)} can't be changed.`,
          next: "Set the lock to Available first."
        }
}) {}

/** Why a change is not taken back. */
const undoReasons = [
  /** There is no such change of this user. */
  "NotYours",
  /** It was made in another session. */
  "OtherSession",
  /** It is not of a kind that is taken back: an activation, an undo, a combination whose former one is not kept. */
  "NotUndoable",
  /** The lock has changed since. */
  "MovedSince",
  /** The facility it came from is gone, or full. */
  "NoWayBack",
  /** The unit it came from has another lock now, and one is the limit. */
  "UnitTaken"
] as const

/** A change that cannot be taken back, and why. Nothing was changed. */
export class UndoRefused extends defineProblem<UndoRefused>()({
  tag: "UndoRefused",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ reason: Schema.Literals(undoReasons) }),
  words: (data) => ({ error: undoWords[data.reason], next: "Reload the lock." })
}) {}
