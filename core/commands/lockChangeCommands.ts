import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Instant, UnlockCode } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { UnitNumber } from "#core/locks/LockChange.ts"
import { StatusRefused } from "#core/locks/LockChangeErrors.ts"
import {
  combinationRefusal,
  transferRefusal,
  transferRoleRefusal,
  unitEditRefusal,
  unitRoleRefusal
} from "#core/locks/lockChangeRules.ts"
import { detailRefusal, statusChoices } from "#core/locks/lockRules.ts"
import { defaultLockStatus, LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { command } from "./Command.ts"
import { activeFacilityField, colorField, lockField, statusField, textField } from "./fields.ts"
import { lockDone } from "./lockDone.ts"
import { passed } from "./view.ts"

const statusOf = (lock: Lock): LockStatusId => lock.secondaryLockStatus ?? defaultLockStatus

/**
 * Checks the rule for opening the lock, then the rule for the change itself. Without a lock, only what the role can never do
 * is refused.
 */
const onLock =
  <P>(rule: (user: LoggedInUser, lock: Lock) => P | null, never: (user: LoggedInUser) => P | null = () => null) =>
  (user: LoggedInUser, lock: Lock | null) =>
    lock === null ? never(user) : (detailRefusal(user, statusOf(lock)) ?? rule(user, lock))

const unitField = textField({ label: "Unit", description: "The unit the lock is on; empty for none" })

/** The version of the lock that the change is based on: it is refused if the lock has changed since. */
const basedOn = passed(Instant)

const touches = ["locks", "audit"] as const

export const setLockStatus = command({
  id: "locks.setStatus",
  title: "Set the status of a lock",
  shortTitle: "Set status",
  section: "Locks",
  keywords: ["available", "overlock", "lost", "damaged", "vacant", "auction", "tenant"],
  input: {
    lockID: lockField,
    status: { ...statusField, positional: true },
    unit: { ...unitField, schema: UnitNumber, optional: true },
    updatedOn: basedOn
  },
  subject: "lock",
  scope: "lock",
  keys: ["s"],
  risk: "changes",
  touches,
  many: "setStatus",
  undo: "locks.undo",
  terminal: {
    path: ["locks", "set-status"],
    examples: [
      "lockdesk locks set-status 10482233 'Assigned Overlock' --unit B-114",
      "lockdesk locks set-status --file statuses.csv --dry-run"
    ]
  },
  rule: onLock((user, lock) => {
    const from = statusOf(lock)
    const choices = statusChoices(user, from)
    return choices.length > 0 ? null : new StatusRefused({ data: { from, to: from, choices } })
  }),
  done: lockDone.status,
  does: {
    call: "lockChanges.update",
    run: ({ lockID, status, unit, updatedOn }) =>
      withClient((client) =>
        client.lockChanges.update({
          query: {},
          payload: {
            lockID,
            secondaryLockStatus: status,
            ...(unit === undefined ? {} : { unitNumber: unit }),
            ...(updatedOn === undefined ? {} : { updatedOn })
          }
        })
      )
  }
})

export const setLockUnit = command({
  id: "locks.setUnit",
  title: "Set the unit of a lock",
  shortTitle: "Set unit",
  section: "Locks",
  keywords: ["door", "room", "assign"],
  input: { lockID: lockField, unit: { ...unitField, schema: UnitNumber, positional: true }, updatedOn: basedOn },
  subject: "lock",
  scope: "lock",
  keys: ["u"],
  risk: "changes",
  touches,
  many: "setUnit",
  undo: "locks.undo",
  terminal: {
    path: ["locks", "set-unit"],
    examples: ["lockdesk locks set-unit 10482233 B-114", "lockdesk locks set-unit --file units.csv --dry-run"]
  },
  rule: onLock(
    (user, lock) => unitEditRefusal(user, statusOf(lock), lock.unitNumber),
    (user) => unitRoleRefusal(user)
  ),
  done: lockDone.unit,
  does: {
    call: "lockChanges.update",
    run: ({ lockID, unit, updatedOn }) =>
      withClient((client) =>
        client.lockChanges.update({
          query: {},
          payload: { lockID, unitNumber: unit, ...(updatedOn === undefined ? {} : { updatedOn }) }
        })
      )
  }
})

export const setLockColor = command({
  id: "locks.setColor",
  title: "Set the color of a lock",
  shortTitle: "Set color",
  section: "Locks",
  keywords: ["paint"],
  input: { lockID: lockField, color: { ...colorField, positional: true } },
  subject: "lock",
  scope: "lock",
  keys: ["o"],
  risk: "changes",
  touches,
  many: "setColor",
  undo: "locks.undo",
  terminal: {
    path: ["locks", "set-color"],
    examples: ["lockdesk locks set-color 10482233 red", "lockdesk locks set-color --file colors.csv --dry-run"]
  },
  rule: onLock(() => null),
  done: lockDone.color,
  does: {
    call: "lockChanges.update",
    run: ({ lockID, color }) =>
      withClient((client) => client.lockChanges.update({ query: {}, payload: { lockID, color } }))
  }
})

/** The lock becomes Available, as the warning says (001 §4). The combination is never given on a command line. */
export const setLockCode = command({
  id: "locks.setCode",
  title: "Change the combination of a lock",
  shortTitle: "Change combination",
  section: "Locks",
  keywords: ["code", "unlock", "new"],
  input: {
    lockID: lockField,
    code: {
      schema: UnlockCode,
      label: "Combination",
      description: "The new 4 digits; the lock becomes Available",
      asked: "hidden"
    }
  },
  subject: "lock",
  scope: "lock",
  risk: "dangerous",
  touches,
  undo: "locks.undo",
  terminal: {
    path: ["locks", "set-code"],
    examples: [
      "lockdesk locks set-code 10482233",
      "lockdesk locks set-code 10482233 < code.txt",
      "lockdesk locks set-code --file codes.csv --dry-run"
    ]
  },
  rule: onLock((user, lock) => combinationRefusal(user, statusOf(lock))),
  done: lockDone.code,
  does: {
    call: "lockChanges.update",
    run: ({ lockID, code }) =>
      withClient((client) =>
        client.lockChanges.update({
          query: {},
          payload: { lockID, unlockCode: code, secondaryLockStatus: LockStatus.id.Available }
        })
      )
  }
})

export const transferLock = command({
  id: "locks.transfer",
  title: "Transfer a lock to another facility",
  shortTitle: "Transfer",
  section: "Locks",
  keywords: ["move"],
  input: {
    lockID: lockField,
    facilityID: { ...activeFacilityField, description: "The facility it goes to, by name or id" },
    toggle: passed(Schema.Boolean)
  },
  subject: "lock",
  scope: "lock",
  keys: ["m"],
  risk: "changes",
  touches: ["locks", "facilities", "audit"],
  many: "transfer",
  undo: "locks.undo",
  terminal: {
    path: ["locks", "transfer"],
    examples: [
      "lockdesk locks transfer 10482233 --facility 'Alder Drive'",
      "lockdesk locks transfer --file moves.csv --facility 'Alder Drive' --dry-run"
    ]
  },
  rule: onLock((user, lock) => transferRefusal(user, lock.facilityID), transferRoleRefusal),
  done: lockDone.place,
  does: {
    call: "lockChanges.transfer",
    run: ({ lockID, facilityID }) =>
      withClient((client) => client.lockChanges.transfer({ query: {}, payload: { lockID, facilityID } }))
  }
})

export const lockChangeCommands = [setLockStatus, setLockUnit, setLockColor, setLockCode, transferLock] as const
