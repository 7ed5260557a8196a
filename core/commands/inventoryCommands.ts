import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { LockId } from "#core/base/ids.ts"
import { command } from "./Command.ts"
import { passed, view } from "./view.ts"
import { activeFacilityField, limitField, lockField, textField } from "./fields.ts"

/** The default number of rows. */
const shownCount = 50

/** The inventory filter in the form used by search and export. */
export const inventoryFilter = (text?: string): string =>
  `inventory=true${text === undefined ? "" : `;text=${encodeURIComponent(text)}`}`

export const listInventory = command({
  id: "inventory.list",
  title: "List inventory locks",
  section: "Locks",
  keywords: ["stock", "unassigned", "spare"],
  input: {
    text: textField({ label: "Search", description: "Part of a serial code", positional: true, optional: true }),
    limit: limitField
  },
  risk: "reads",
  terminal: { path: ["inventory", "ls"], examples: ["lockdesk inventory ls", "lockdesk inventory ls 104822 --json"] },
  does: {
    call: "locks.search",
    run: ({ text, limit }) =>
      withClient((client) =>
        client.locks.search({
          query: {
            filter: inventoryFilter(text),
            count: limit ?? shownCount,
            page: 1
          }
        })
      )
  }
})

export const assignInventory = command({
  id: "inventory.assign",
  title: "Assign an inventory lock to a facility",
  shortTitle: "Assign",
  section: "Locks",
  keywords: ["inventory", "review", "place"],
  input: { lockID: lockField, facilityID: activeFacilityField },
  subject: "lock",
  scope: "lock",
  risk: "changes",
  touches: ["locks", "facilities", "audit"],
  many: "assign",
  undo: "locks.undo",
  terminal: {
    path: ["inventory", "assign"],
    examples: [
      "lockdesk inventory assign 10482233 --facility 'Maple St'",
      "lockdesk inventory assign --file box.csv --facility 'Maple St' --dry-run"
    ]
  },
  does: {
    call: "inventory.assign",
    run: ({ lockID, facilityID }) =>
      withClient((client) =>
        client.inventory.assign({ query: {}, payload: { lockIds: [lockID], facilityId: facilityID } })
      )
  }
})

/** Commands of the Inventory and Inventory review screens (001 §2). */
const screens = [
  view({
    id: "inventory.review",
    title: "Assign Selected Locks",
    section: "Locks",
    keywords: ["inventory", "review", "facility"],
    call: "inventory.assign"
  }),
  view({
    id: "inventory.assignSelected",
    title: "Assign to Facility",
    section: "Locks",
    keywords: ["inventory", "place", "review"],
    call: "inventory.assign"
  }),
  view({
    id: "inventory.remove",
    input: { marked: passed(Schema.Boolean), lockID: passed(LockId) },
    title: "Remove the lock from the selection",
    section: "Locks",
    scope: "lists",
    keys: ["delete"],
    keywords: ["deselect"]
  }),
  view({
    id: "inventory.cancel",
    title: "Cancel the selection of inventory locks",
    section: "Locks",
    keywords: ["forget", "nothing"]
  })
] as const

export const inventoryCommands = [listInventory, assignInventory, ...screens] as const
