import { Schema } from "effect"
import { askAnAdmin, askAnotherRole } from "#core/base/fieldWords.ts"
import { LockId } from "#core/base/ids.ts"
import { changedMeanwhile } from "#core/base/changedMeanwhile.ts"
import { defineProblem } from "#core/base/problem.ts"
import { Lock } from "./Lock.ts"
import { LockStatus } from "./lockStatuses.ts"

const unitWords = {
  NotEditable: { error: "Call Center Agents can't edit a lock's unit.", next: askAnotherRole },
  NoUnit: { error: "Locks with this status have no unit.", next: "Set a status that has a unit first." },
  Required: { error: "Unit is required for this status.", next: "Choose the unit the lock is on." },
  Inventory: { error: "Locks in the inventory have no unit.", next: "Assign it to a facility first." },
  Taken: {
    error: "Unable to assign multiple locks to this unit.",
    next: "Choose another unit, or free this one first."
  }
} as const

const transferWords = {
  NotOffered: { error: "Call Center Agents can't transfer locks.", next: askAnotherRole },
  Inventory: {
    error: "This lock is in the inventory and has no facility yet.",
    next: "Assign it to a facility from the inventory."
  },
  ToInventory: { error: "This lock can't go back to inventory.", next: "Choose a facility for it." }
} as const

const undoWords = {
  NotYours: {
    error: "You can't undo that change.",
    next: "Only the person who made it can. Change the lock back yourself."
  },
  OtherSession: {
    error: "Changes can only be undone in the session that made them.",
    next: "Change it back yourself."
  },
  NotUndoable: { error: "This change can't be undone.", next: "Change it back yourself." },
  Activation: {
    error: "Activations can't be undone.",
    next: "If the locks are at the wrong facility, transfer them."
  },
  FacilityImport: {
    error: "Imports of facilities can't be undone.",
    next: "Delete the facilities it added, and edit the ones it updated."
  },
  UserImport: {
    error: "Imports of users can't be undone.",
    next: "Deactivate the users it added, and edit the ones it updated."
  },
  MovedSince: { error: "The lock has changed since.", next: "Check the lock, then change it back yourself." },
  NoWayBack: { error: "The facility it came from is closed or full.", next: "Choose another facility." },
  UnitTaken: {
    error: "Another lock is now on the unit it came from.",
    next: "Choose another unit, or free that one first."
  }
} as const

/** Someone changed the lock after it was read; `data` is its current state. Nothing was changed. */
export class LockChangedMeanwhile extends defineProblem<LockChangedMeanwhile>()({
  tag: "LockChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Lock,
  words: changedMeanwhile("This lock was", "it")
}) {}

/** A deactivated lock can only be changed by activating it again. */
export class LockInactive extends defineProblem<LockInactive>()({
  tag: "LockInactive",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ lockID: LockId }),
  words: { error: "This lock is not active.", next: "Activate it at a facility first." }
}) {}

/** The role may not change a lock from status `from` to `to`; `choices` lists the allowed statuses (001 §4). */
export class StatusRefused extends defineProblem<StatusRefused>()({
  tag: "StatusRefused",
  status: 422,
  exit: ({ choices }) => (choices.length === 0 ? "denied" : "conflict"),
  data: Schema.Struct({
    from: LockStatus.Id,
    to: LockStatus.Id,
    choices: Schema.Array(LockStatus.Id),
    /** The lock, if the call changes several. */
    lockID: Schema.optionalKey(LockId)
  }),
  words: (data) => ({
    error: `You cannot change a lock from ${LockStatus.label(data.from)} to ${LockStatus.label(data.to)}.`,
    next:
      data.choices.length === 0
        ? askAnotherRole
        : `Choose ${data.choices.map((status) => LockStatus.label(status)).join(", ")}.`
  })
}) {}

/**
 * The unit was refused. `NotEditable`: call-center agents can't edit units. `Required`: the status needs one.
 * `Inventory`: a lock without a facility has no unit. `Taken`: the company allows one lock per unit and another lock is
 * in it (001 §4, §5).
 */
export class UnitRefused extends defineProblem<UnitRefused>()({
  tag: "UnitRefused",
  status: 422,
  exit: ({ reason }) => (reason === "NotEditable" ? "denied" : "conflict"),
  data: Schema.Struct({
    reason: Schema.Literals(["NotEditable", "NoUnit", "Required", "Inventory", "Taken"]),
    unitNumber: Schema.NullOr(Schema.String),
    /** The lock, if the call changes several. */
    lockID: Schema.optionalKey(LockId)
  }),
  words: (data) => unitWords[data.reason]
}) {}

/**
 * The move was refused. `NotOffered`: call-center agents can't start transfers. `Inventory`: the lock has no facility
 * yet, so it must be assigned, not transferred. `ToInventory`: a lock with a facility can't go back (001 §4). A lock
 * that is already there counts as unchanged, not refused.
 */
export class TransferRefused extends defineProblem<TransferRefused>()({
  tag: "TransferRefused",
  status: 422,
  exit: ({ reason }) => (reason === "NotOffered" ? "denied" : "conflict"),
  data: Schema.Struct({ reason: Schema.Literals(["NotOffered", "Inventory", "ToInventory"]) }),
  words: (data) => transferWords[data.reason]
}) {}

/**
 * The combination can't be edited: the user has no Write on Locks, or the lock is in Tenant Using Lock or Assigned Auction (001
 * §4).
 */
export class CombinationRefused extends defineProblem<CombinationRefused>()({
  tag: "CombinationRefused",
  status: 422,
  exit: ({ reason }) => (reason === "NoPermission" ? "denied" : "conflict"),
  data: Schema.Struct({ reason: Schema.Literals(["NoPermission", "Status"]), status: LockStatus.Id }),
  words: (data) =>
    data.reason === "NoPermission"
      ? { error: "You don't have permission to edit a lock's combination", next: askAnAdmin }
      : {
          error: `The combination of a lock in ${LockStatus.label(data.status)} can't be changed.`,
          next: "Set the lock to Available first."
        }
}) {}

/** Reasons not to undo a change. */
const undoReasons = [
  /** The user has made no such change. */
  "NotYours",
  /** It was made in another session. */
  "OtherSession",
  /** This kind of change can't be undone: an undo, or a combination whose previous value is not kept. */
  "NotUndoable",
  /** An activated lock can't be made inactive again. */
  "Activation",
  /** An import added or updated more than the values of a lock. */
  "FacilityImport",
  "UserImport",
  /** The lock has changed since. */
  "MovedSince",
  /** Its previous facility was deleted, or is full. */
  "NoWayBack",
  /** Its previous unit has another lock now, and only one is allowed. */
  "UnitTaken"
] as const

/** A change that can't be undone, and why. Nothing was changed. */
export class UndoRefused extends defineProblem<UndoRefused>()({
  tag: "UndoRefused",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ reason: Schema.Literals(undoReasons) }),
  words: (data) => undoWords[data.reason]
}) {}
