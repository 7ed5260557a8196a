import { Effect } from "effect"
import { countText } from "#core/base/countText.ts"
import { removeFacility } from "#core/commands/facilityCommands.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { named } from "./named.ts"

export const verb = confirmedVerb(
  removeFacility,
  ({ facilityID }) =>
    Effect.map(named(facilityID), ({ facilityName, no_of_locks: locks }) =>
      locks === 0
        ? `${facilityName} will be deleted.`
        : `${facilityName} will be deleted, and its ${locks === 1 ? "lock goes" : `${countText(locks)} locks go`} to the inventory.`
    ),
  (answer) =>
    shownRecord(answer.data, [
      { heading: "Deleted", text: (row) => String(row.facilityID) },
      { heading: "Locks to the inventory", text: (row) => String(row.locksToInventory) }
    ])
)
