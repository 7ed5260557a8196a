import { Effect } from "effect"
import type { DeliveredLock } from "#core/automations/UnlockDelivery.ts"
import { reportDelivery, unlockDelivered } from "#core/commands/automationCommands.ts"
import { facilityField, optionalFacilityField, textField } from "#core/commands/fields.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { madeOf } from "#cli/commands/dryRun.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { show, type Shown, shownList } from "#cli/output/shown.ts"
import type { Column } from "#cli/output/table.ts"

const unit = textField({ label: "Unit", description: "Instead of a lock: every lock in this unit of --facility" })
const unitOptions = { facilityID: optionalFacilityField, unit: { ...unit, optional: true } } as const

const { input } = unlockDelivered
const unitFields = { facilityID: facilityField, unit, delivery: input.delivery } as const

const statusOf = (status: number | null): string => (status === null ? "" : LockStatus.label(status))

const columns: ReadonlyArray<Column<DeliveredLock>> = [
  { heading: "Serial Code", text: (lock) => lock.serialCode },
  { heading: "Was", text: (lock) => statusOf(lock.fromStatus) },
  { heading: "Status", text: (lock) => statusOf(lock.secondaryLockStatus) },
  { heading: "Already recorded", text: (lock) => (lock.repeated ? "yes" : "no") }
]

const shownOf = ({ data }: { readonly data: ReadonlyArray<DeliveredLock> }): Shown => shownList("locks", data, columns)

const single = callVerb(unlockDelivered, shownOf)

/** Reports a delivery for one lock, or for those in a unit. */
export const verb = verbOf(unlockDelivered, {
  options: unitOptions,
  run: Effect.fnUntraced(function* (call: Call) {
    if (call.given["unit"] === undefined) return yield* single.run(call)
    if (call.given["lock"] !== undefined) {
      return yield* Effect.fail(
        usageFailure("Give a lock or a unit, not both.", "Remove one of them.", { field: "unit" })
      )
    }
    const given = yield* readInput(call, unitFields)
    yield* mustBeAllowed(unlockDelivered)
    const { facilityID, unit: unitNumber, delivery: deliveryID } = given
    const answer = yield* madeOf(call, reportDelivery({ deliveryID, facilityID, unitNumber }))
    return yield* show(call.terminal, shownOf(answer))
  })
})
